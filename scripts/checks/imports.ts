import { parseSync } from 'vite';

/**
 * Every module a source file names: static and dynamic imports, re-exports, type imports of either form and the
 * modules that a test mocks.
 *
 * @param fileName decides between TypeScript and TSX
 * @returns specifiers as written, each once
 */
export function findImports(fileName: string, source: string): string[] {
  const { module, errors } = parseSync(fileName, source);
  const [error] = errors;
  if (error) throw new Error(`${fileName}: ${error.message}`);
  const named = [
    ...module.staticImports.map((entry) => entry.moduleRequest.value),
    ...module.staticExports.flatMap((statement) =>
      statement.entries.flatMap((entry) => (entry.moduleRequest ? [entry.moduleRequest.value] : [])),
    ),
  ];
  // The parser gives dynamic imports by position and leaves import types out; both look alike in the text.
  const called = source.matchAll(/\b(?:import|vi\.(?:do)?[mM]ock)\(\s*(['"`])([^'"`$]+)\1/g);
  return [...new Set([...named, ...Array.from(called, (match) => match[2] ?? '')])];
}
