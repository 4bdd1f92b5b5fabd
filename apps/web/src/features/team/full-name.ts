/** First and last name, else the address. */
export function fullName({
  firstName,
  lastName,
  email,
}: {
  firstName: string;
  lastName: string;
  email: string | null;
}): string {
  return `${firstName} ${lastName}`.trim() || (email ?? '');
}
