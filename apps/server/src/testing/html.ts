const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text of a page or of a quoted attribute as a browser reads it; each character is decoded once. */
export function decodeHtml(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return named[name] ?? whole;
    return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal));
  });
}

/** Where the first link of a page leads. */
export function firstLink(html: string): URL {
  return new URL(decodeHtml(/<a href="([^"]*)"/.exec(html)?.[1] ?? ''));
}
