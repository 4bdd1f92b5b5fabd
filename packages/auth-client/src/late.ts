type Calls = { [name: string]: (...args: never[]) => Promise<unknown> };

/** Calls whose code comes with the first of them; every one is asynchronous anyway. */
export function late<Table>(load: () => Promise<Table>): Table {
  return new Proxy({} as Table & object, {
    get: (_table, name) =>
      // Not a promise itself, however somebody passes it on.
      name === 'then'
        ? undefined
        : async (...args: never[]) => ((await load()) as Calls)[String(name)]?.(...args),
  });
}
