/**
 * A new trace for one call (W3C Trace Context, section 3.2): whoever runs the product finds by it what the call caused. It says
 * nothing of the person or the page, and counts only where a trusted proxy passes it on.
 */
export function newTraceparent(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `00-${hex.slice(0, 32)}-${hex.slice(32)}-01`;
}
