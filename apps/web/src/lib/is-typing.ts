/** Whether a key press belongs to a field, a menu or a dialog, and so is no shortcut of the page. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], dialog, [role=menu]') !== null
  );
}
