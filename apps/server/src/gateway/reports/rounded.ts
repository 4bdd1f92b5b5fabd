import { MAX_ENTRY_MINUTES } from '@stint/domain/time/hours.ts';
import { type RoundingRule, raisedBy } from '@stint/domain/time/rounding.ts';
import { raw, type Sql, sql } from '../../platform/sql.ts';

/** Whether a rule changes anything. */
export function isRounding(rule: RoundingRule | undefined): rule is RoundingRule {
  return rule !== undefined && rule.scope !== 'none' && rule.stepMinutes > 1;
}

/**
 * Whether a total that is rounded to so many minutes `more` (or fewer) makes a minute's difference in each of as many entries
 * and none in the others: the share of each is below a minute, and the largest remainders are those of the longest entries.
 */
export function isMinuteEach(more: number, whole: number): boolean {
  return Math.abs(more) * MAX_ENTRY_MINUTES < whole;
}

/**
 * Rows of `source` with their `rounded` minutes: as `roundEntries` of the tests does for entries in the order of their
 * ids. What several make together is rounded once and shared out by largest remainder, so that any grouping adds up.
 * @param columns of `source`; those that rounding looks at are among them
 */
export function roundedMinutes(rule: RoundingRule | undefined, columns: readonly string[]): Sql {
  const all = raw(columns.map((name) => `s.${name}`).join(', '));
  if (!isRounding(rule)) return sql`select ${all}, s.minutes::bigint as rounded from source s`;
  if (rule.scope === 'entry')
    return sql`select ${all}, ${roundedTo('s.minutes::bigint', rule)} as rounded from source s`;
  const together = raw(
    rule.scope === 'total' ? '' : 'partition by s.team_member_id, s.work_on, s.project_id',
  );
  return sql`
    select ${all}, s.base + case when row_number() over (${together} order by s.rest desc, s.id) <= s.target - sum(s.base) over (${together})
      then 1 else 0 end as rounded
    from (
      select ${all}, s.target, case when s.whole = 0 then 0 else s.minutes * s.target / s.whole end as base,
        case when s.whole = 0 then 0 else s.minutes * s.target % s.whole end as rest
      from (
        select ${all}, s.whole, ${roundedTo('s.whole', rule)} as target
        from (select ${all}, sum(s.minutes) over (${together})::bigint as whole from source s) s
      ) s
    ) s`;
}

/** The rule of `roundMinutes`. */
export function roundedTo(minutes: string, rule: RoundingRule): Sql {
  const { stepMinutes } = rule;
  return sql`(2 * ${raw(minutes)} + ${raisedBy(rule)}::bigint) / ${2 * stepMinutes}::bigint * ${stepMinutes}::bigint`;
}
