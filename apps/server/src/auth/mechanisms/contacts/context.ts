import type { LimitsContext } from '../limits/limits.ts';
import type { PeopleContext } from '../people/context.ts';
import type { ProofsContext } from '../proofs/context.ts';

/** What a change of address or number takes: a proof, a limit, and what follows for the account. */
export type ContactsContext = LimitsContext & PeopleContext & ProofsContext;
