import { NAMED_RANGES, type RangeChoice, resolveRange } from '@stint/domain/time/date-range.ts';
import {
  isGrouped,
  isShareable,
  MAX_REPORT_GROUPS,
  REPORT_GROUPS,
  REPORT_KINDS,
  type ReportGroup,
  type ReportKind,
} from '@stint/domain/time/report.ts';
import type { RoundingRule } from '@stint/domain/time/rounding.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { today } from '../../lib/today.ts';
import { Checkbox, Field, Input, Select } from '../../ui/field.tsx';
import { text } from './messages.ts';
import styles from './report-controls.module.css';
import type { ReportView } from './report-view.ts';

const ROLLING_DAYS = [7, 30, 90, 365];

export type ReportControlsProps = { view: ReportView; onChange: (change: Partial<ReportView>) => void };

/** Range, groups, rounding and whether money is shown. */
export function ReportControls({ view, onChange }: ReportControlsProps) {
  const seesMoney = useCan('rate.seeBill');
  return (
    <div className={styles.controls}>
      <KindField kind={view.kind} onKind={(kind) => onChange({ kind, show: 'lines', at: [] })} />
      {view.kind === 'budget' ? null : (
        <RangeField range={view.range} onRange={(range) => onChange({ range })} />
      )}
      {Array.from(
        { length: isGrouped(view.kind) ? Math.min(view.groupBy.length + 1, MAX_REPORT_GROUPS) : 0 },
        (_, level) => (
          <GroupField
            // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
            key={level}
            level={level}
            groupBy={view.groupBy}
            onGroups={(groupBy) => onChange({ groupBy })}
          />
        ),
      )}
      {isShareable(view.kind) ? (
        <RoundingField rounding={view.rounding} onRounding={(rounding) => onChange({ rounding })} />
      ) : null}
      {seesMoney && view.kind === 'summary' ? (
        <div className={styles.money}>
          <Checkbox
            label={text.money}
            checked={view.withMoney}
            onChange={(event) => onChange({ withMoney: event.target.checked })}
          />
        </div>
      ) : null}
    </div>
  );
}

function KindField({ kind, onKind }: { kind: ReportKind; onKind: (kind: ReportKind) => void }) {
  const seesCosts = useCan('rate.seeCost');
  const open = REPORT_KINDS.filter((one) => one !== 'profitability' || seesCosts || one === kind);
  return (
    <Field label={text.kind}>
      <Select
        value={kind}
        onChange={(event) => onKind(open.find((one) => one === event.target.value) ?? kind)}
      >
        {open.map((one) => (
          <option key={one} value={one}>
            {text.kinds[one]}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function RangeField({ range, onRange }: { range: RangeChoice; onRange: (range: RangeChoice) => void }) {
  const dates = resolveRange(range, today());
  const value = range.kind === 'rolling' ? `rolling-${range.days}` : range.kind;
  const rolling = range.kind === 'rolling' ? [...new Set([...ROLLING_DAYS, range.days])] : ROLLING_DAYS;
  const choose = (kind: string) => {
    const days = /^rolling-(\d+)$/.exec(kind)?.[1];
    if (days) return onRange({ kind: 'rolling', days: Number(days) });
    if (kind === 'custom') return onRange({ kind: 'custom', ...dates });
    const named = NAMED_RANGES.find(({ name }) => name === kind);
    if (named) onRange({ kind: named.name });
  };
  /** An end before the beginning moves along, so that there always is a range. */
  const setDate = (edge: 'from' | 'to', date: string) => {
    if (date === '') return;
    const next = { ...dates, [edge]: date };
    if (next.from > next.to) next[edge === 'from' ? 'to' : 'from'] = date;
    onRange({ kind: 'custom', ...next });
  };
  return (
    <>
      <Field label={text.range}>
        <Select value={value} onChange={(event) => choose(event.target.value)}>
          {NAMED_RANGES.map(({ name }) => (
            <option key={name} value={name}>
              {text.ranges[name]}
            </option>
          ))}
          {rolling.map((days) => (
            <option key={days} value={`rolling-${days}`}>
              {text.rolling(days)}
            </option>
          ))}
          <option value="custom">{text.custom}</option>
        </Select>
      </Field>
      {range.kind === 'custom' ? (
        <>
          <Field label={text.from}>
            <Input type="date" value={dates.from} onChange={(event) => setDate('from', event.target.value)} />
          </Field>
          <Field label={text.to}>
            <Input type="date" value={dates.to} onChange={(event) => setDate('to', event.target.value)} />
          </Field>
        </>
      ) : null}
    </>
  );
}

type GroupFieldProps = {
  level: number;
  groupBy: readonly ReportGroup[];
  onGroups: (groupBy: ReportGroup[]) => void;
};

function GroupField({ level, groupBy, onGroups }: GroupFieldProps) {
  const own = groupBy[level];
  const change = (name: string) => {
    const chosen = REPORT_GROUPS.find((group) => group.name === name)?.name;
    const next = groupBy.filter((group, at) => at !== level && group !== chosen);
    if (chosen) next.splice(level, 0, chosen);
    onGroups(next);
  };
  return (
    <Field label={text.group(level)}>
      <Select value={own ?? ''} onChange={(event) => change(event.target.value)}>
        <option value="">{text.noGroup}</option>
        {REPORT_GROUPS.map(({ name }) => (
          <option key={name} value={name} disabled={name !== own && groupBy.slice(0, level).includes(name)}>
            {text.groups[name]}
          </option>
        ))}
      </Select>
    </Field>
  );
}

const COMMON_RULES: RoundingRule[] = [6, 15, 30].flatMap((stepMinutes) =>
  (['entry', 'dayProject', 'total'] as const).map(
    (scope): RoundingRule => ({ stepMinutes, direction: scope === 'entry' ? 'up' : 'nearest', scope }),
  ),
);

function RoundingField({
  rounding,
  onRounding,
}: {
  rounding: RoundingRule | null;
  onRounding: (rounding: RoundingRule | null) => void;
}) {
  const { roundingScope, roundingDirection, roundingMinutes } = useApp().start.settings;
  const ofWorkspace: RoundingRule | null =
    roundingScope && roundingScope !== 'none'
      ? { scope: roundingScope, direction: roundingDirection, stepMinutes: roundingMinutes }
      : null;
  const rules = [...(ofWorkspace ? [ofWorkspace] : []), ...COMMON_RULES, ...(rounding ? [rounding] : [])];
  const byKey = new Map(rules.map((rule) => [keyOf(rule), rule]));
  return (
    <Field label={text.rounding}>
      <Select
        value={rounding ? keyOf(rounding) : ''}
        onChange={(event) => onRounding(byKey.get(event.target.value) ?? null)}
      >
        <option value="">{text.noRounding}</option>
        {[...byKey].map(([key, rule]) => (
          <option key={key} value={key}>
            {ofWorkspace && key === keyOf(ofWorkspace) ? `${text.ofWorkspace}: ` : ''}
            {text.rounded(rule.stepMinutes, rule.direction, rule.scope)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function keyOf({ stepMinutes, direction, scope }: RoundingRule): string {
  return `${stepMinutes}.${direction}.${scope}`;
}
