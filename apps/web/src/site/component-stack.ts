import { Fragment, options } from 'preact';

/** A node of the tree by the short names that Preact's own build gives its fields, the same in every release of a major. */
type Node = { type?: unknown; __?: Node | null };
type CatchError = (error: unknown, node: Node, oldNode?: Node, info?: { componentStack?: string }) => void;

/** Tells error screens where in the tree an error was thrown, which Preact leaves out outside of development. */
export function tellComponentStacks(): void {
  const hooks = options as { __e?: CatchError };
  const next = hooks.__e;
  hooks.__e = (error, node, oldNode, info = {}) =>
    next?.(error, node, oldNode, { ...info, componentStack: componentStack(node) });
}

function componentStack(node: Node): string {
  const names: string[] = [];
  for (let at: Node | null | undefined = node; at; at = at.__) {
    const name = typeof at.type === 'function' ? at.type.name : at.type;
    if (typeof name === 'string' && name && at.type !== Fragment) names.push(`    at ${name}`);
  }
  return names.join('\n');
}
