import { isShareable, SHARED_COLUMNS } from '@stint/domain/time/report.ts';
import { PLAN_PERIODS } from '@stint/domain/time/report-plan.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  changeReport,
  endPlan,
  type NewPlan,
  planReport,
  type SavedReport,
} from '../../entities/saved-report.ts';
import { teamQuery } from '../../entities/team-member.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatClock } from '../../lib/clock.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { theirsOf } from '../../lib/theirs-of.ts';
import { weekdayName } from '../../lib/today.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Checkboxes } from '../../ui/choices.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { ConflictChoice, writeValue } from '../../ui/conflict-choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useSharedValues } from '../../ui/use-shared-values.ts';
import { text } from './messages.ts';
import styles from './plan-dialog.module.css';
import chips from './report-filters.module.css';
import { useSendingTime } from './use-sending-time.ts';

type Moment = Pick<NewPlan, 'every' | 'on' | 'hour'>;
/** When it goes out is one thing: a day of a week says nothing of a month. */
type Values = Pick<NewPlan, 'columns' | 'receiverIDs'> & { when: Moment; isShared: boolean };

/** On Monday morning, to oneself: what most people want of a week. */
const USUAL: Pick<Values, 'when' | 'columns'> = {
  when: { every: 'week', on: 1, hour: 7 },
  columns: ['hours', 'billable'],
};

/** Mail of a report that comes round: when, what of it, and to whom. */
export function PlanDialog({ report, onClose }: { report: SavedReport; onClose: () => void }) {
  const { session, start } = useApp();
  const { call } = session;
  const queryClient = useQueryClient();
  const toast = useToast();
  const sendingTime = useSendingTime();
  const people = usePeople();
  const usual: Values = { ...USUAL, receiverIDs: [start.me.teamMemberID], isShared: false };
  // Where a plan was stopped, what it said stays in the form.
  const valuesOf = ({ schedule, isShared }: SavedReport, base = usual): Values => {
    if (!schedule) return { ...base, isShared };
    const { every, on, hour, columns, receiverIDs } = schedule;
    return { when: { every, on, hour }, columns, receiverIDs, isShared };
  };
  const { values, set, stored, choice, meet, settle } = useSharedValues<Values, SavedReport>({
    stored: report,
    valuesOf,
    words: {
      when: { label: text.plan.every, write: momentWords },
      columns: {
        label: text.plan.shows,
        write: (columns) => writeValue(columns.map((column) => text.link.columns[column])),
      },
      receiverIDs: { label: text.plan.to, write: (ids) => writeValue(ids.map((id) => nameOf(people, id))) },
      isShared: { label: text.plan.share },
    },
  });
  const [wasPlanned, setWasPlanned] = useState(false);
  if (stored.schedule && !wasPlanned) setWasPlanned(true);
  const done = async (words: string) => {
    await invalidate(queryClient, 'savedReports');
    toast({ text: words });
    onClose();
  };
  const save = useSubmit(async () => {
    const { when, isShared, ...rest } = values;
    try {
      let current = stored;
      if (isShared && !stored.isShared) {
        current = await changeReport(call, stored, { isShared });
        // It is stored before the plan: where the plan is refused, the next try begins with what is there then.
        settle(current, valuesOf(current));
      }
      const { schedule } = await planReport(call, current, { ...when, ...rest });
      await done(text.plan.started(sendingTime(schedule?.nextAt ?? '')));
    } catch (thrown) {
      const theirs = theirsOf<SavedReport>(thrown);
      if (theirs) meet(theirs);
      throw thrown;
    }
  });
  const stop = useSubmit(async () => {
    await endPlan(call, stored);
    await done(text.plan.stopped(report.name));
  });
  const isStopped = wasPlanned && stored.schedule === null && !stop.isBusy;
  // Over once theirs was taken; of a plan that was stopped there is nothing to take.
  const isOver = theirsOf(save.error) !== null && (choice === null || isStopped);
  const error = isOver ? null : (save.error ?? stop.error);
  const canSend = isShareable(report.definition.kind);
  const isComplete = canSend && values.columns.length > 0 && values.receiverIDs.length > 0;
  return (
    <Dialog title={text.plan.title(report.name)} closeLabel={common.close} onClose={onClose} size="medium">
      <Form className={styles.form} error={error} onSubmit={() => (isComplete ? save.submit() : undefined)}>
        <p>{canSend ? text.plan.lead : text.plan.notThisKind}</p>
        {isStopped ? <p role="status">{text.plan.stoppedMeanwhile}</p> : null}
        {choice && !isStopped ? (
          <ConflictChoice {...choice} {...(isComplete ? { onMine: save.submit } : {})} />
        ) : null}
        <When when={values.when} onChange={(when) => set({ when })} />
        <Checkboxes
          legend={text.plan.shows}
          keys={SHARED_COLUMNS}
          labelOf={(column) => text.link.columns[column]}
          chosen={values.columns}
          onChange={(columns) => set({ columns })}
        />
        <Receivers
          people={people}
          ids={values.receiverIDs}
          onChange={(receiverIDs) => set({ receiverIDs })}
        />
        {stored.isShared ? null : (
          <Checkbox
            label={text.plan.share}
            hint={text.plan.shareHint}
            checked={values.isShared}
            onChange={(event) => set({ isShared: event.target.checked })}
          />
        )}
        <div className={styles.actions}>
          {stored.schedule ? (
            <Button variant="danger" isBusy={stop.isBusy} onClick={stop.submit}>
              {text.plan.stop}
            </Button>
          ) : null}
          <Button variant="primary" isBusy={save.isBusy} disabled={!isComplete} type="submit">
            {stored.schedule ? text.plan.change : text.plan.start}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Everybody who could get it. */
function usePeople(): Person[] {
  const { session, start } = useApp();
  const team = useQuery(teamQuery(session.call, start.me.teamMemberID, false)).data ?? [];
  return team
    .filter(({ status }) => status === 'active')
    .map(({ id, firstName, lastName }) => ({ id, label: `${firstName} ${lastName}`.trim() }));
}

function nameOf(people: readonly Person[], id: string): string {
  return people.find((one) => one.id === id)?.label ?? '…';
}

/** `Every week, Fri, 16:00`. */
function momentWords({ every, on, hour }: Moment): string {
  const day =
    every === 'week' ? weekdayName(on - 1) : every === 'month' ? `${text.plan.monthDay} ${on}` : null;
  return [text.plan.periods[every], day, formatClock(hour * 60)].filter(Boolean).join(', ');
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

function When({ when, onChange }: { when: Moment; onChange: (when: Moment) => void }) {
  const { timeZone } = useApp().start.settings;
  const { every, on, hour } = when;
  const days = PLAN_PERIODS.find(({ name }) => name === every)?.days ?? 1;
  const isWeek = every === 'week';
  return (
    <div className={styles.when}>
      <Field label={text.plan.every}>
        <Select
          value={every}
          onChange={(event) => onChange({ every: event.target.value as NewPlan['every'], on: 1, hour })}
        >
          {PLAN_PERIODS.map(({ name }) => (
            <option key={name} value={name}>
              {text.plan.periods[name]}
            </option>
          ))}
        </Select>
      </Field>
      {days > 1 ? (
        <Field
          label={isWeek ? text.plan.weekday : text.plan.monthDay}
          {...(on > 28 && !isWeek ? { hint: text.plan.monthDayHint } : {})}
        >
          <Select value={on} onChange={(event) => onChange({ ...when, on: Number(event.target.value) })}>
            {numbers(days).map((day) => (
              <option key={day} value={day}>
                {isWeek ? weekdayName(day - 1) : day}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <Field label={text.plan.hour} hint={text.plan.hourHint(timeZone)}>
        <Select value={hour} onChange={(event) => onChange({ ...when, hour: Number(event.target.value) })}>
          {hours.map((each) => (
            <option key={each} value={each}>
              {formatClock(each * 60)}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}

type Person = { id: string; label: string };
type ReceiversProps = {
  people: readonly Person[];
  ids: readonly string[];
  onChange: (ids: string[]) => void;
};

/** Members who get it, each with a way to take them out, and a way to add one. */
function Receivers({ people, ids, onChange }: ReceiversProps) {
  const field = useRef<HTMLInputElement>(null);
  const chosen = ids.map((id) => ({ id, name: nameOf(people, id) }));
  return (
    <div className={styles.to}>
      <Field label={text.plan.to} hint={text.plan.toHint}>
        <Combobox
          ref={field}
          options={people.filter(({ id }) => !ids.includes(id))}
          value={null}
          onChange={(id) => (id ? onChange([...ids, id]) : undefined)}
          labels={common.chooser}
        />
      </Field>
      <ul className={chips.chips}>
        {chosen.map(({ id, name }) => (
          <li key={id} className={chips.chip}>
            <span>{name}</span>
            <button
              type="button"
              aria-label={text.plan.takeOut(name)}
              title={text.plan.takeOut(name)}
              onClick={() => {
                onChange(ids.filter((one) => one !== id));
                // The button goes with the person; the keyboard goes on where the next one is chosen.
                field.current?.focus();
              }}
            >
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
