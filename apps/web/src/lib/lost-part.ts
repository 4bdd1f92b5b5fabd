/** A part of the application that was needed and did not come; browsers say so in no other way than their words. */
export function isLostPart(error: unknown): boolean {
  return (
    error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)
  );
}
