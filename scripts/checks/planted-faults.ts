import { withoutComments } from './sql-rules.ts';
import { splitScopes } from './sql-scopes.ts';

/** How a select names its workspace by value. */
const BY_VALUE = /\b(?:(\w+)\.)?tenant_id\s*=\s*\$(?:::uuid)?/g;

/**
 * Each select of a statement as one that has lost its workspace: first altogether, then to a row of another select, as which
 * Citus asks every server or refuses it.
 */
export function plantFaults(text: string): string[] {
  return splitScopes(withoutComments(text).toLowerCase()).flatMap(({ code }) => {
    const faults = [
      code.replace(BY_VALUE, 'true'),
      code.replace(
        BY_VALUE,
        (_condition, alias?: string) => `${alias ? `${alias}.` : ''}tenant_id = outside.tenant_id`,
      ),
    ];
    return faults.filter((fault) => fault !== code);
  });
}
