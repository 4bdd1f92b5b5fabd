/** Makes a text safe inside XML text and quoted attributes; line ends and tabs, too, arrive in these as they were. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"'\r\n\t]/g, (character) => `&#${character.charCodeAt(0)};`);
}
