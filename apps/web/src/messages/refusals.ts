/** What refusals say in this language, by their stable code; null where they are shown as the server words them. */
export const refusals: Readonly<Record<string, string>> | null = null;
