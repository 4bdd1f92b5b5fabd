/** Named checks in their order; each refuses by throwing, or adds what it found to what the next ones know. */
export type CheckList<Parts, Asked extends object, Known extends Asked = Asked> = {
  readonly names: readonly string[];
  /** The same list with one check more at its end. */
  and<Found>(
    check: (known: Known, parts: Parts) => Found | Promise<Found>,
  ): CheckList<Parts, Asked, Known & ([Found] extends [object] ? Found : unknown)>;
  /** @throws what the first check that refuses throws */
  run(asked: Asked, parts: Parts): Promise<Known>;
};

type AnyCheck = (known: never, parts: never) => unknown;

/** An empty list for what is `Asked`: it takes one check after the other. */
export function checkList<Parts, Asked extends object>(): CheckList<Parts, Asked> {
  return listOf([]) as CheckList<Parts, Asked>;
}

function listOf(checks: readonly AnyCheck[]): unknown {
  return {
    names: checks.map(({ name }) => name),
    and: (check: AnyCheck) => listOf([...checks, check]),
    async run(asked: object, parts: unknown) {
      const known = { ...asked };
      for (const check of checks) {
        const found = check(known as never, parts as never);
        // What is known at once costs no turn of the event loop: these run before every call.
        Object.assign(known, found instanceof Promise ? await found : found);
      }
      return known;
    },
  };
}
