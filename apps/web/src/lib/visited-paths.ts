let current: string | null = null;
let previous: string | null = null;

/** The app remembers the current and the previous path (spec 2.3). */
export function rememberPath(path: string): void {
  if (path === current) return;
  previous = current;
  current = path;
  try {
    sessionStorage.setItem('stint.paths', JSON.stringify({ current, previous }));
  } catch {
    // Without storage they are remembered until the page closes.
  }
}

export function previousPath(): string | null {
  return previous;
}
