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
import { weekdayName } from '../../lib/today.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Checkboxes } from '../../ui/choices.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useToast } from '../../ui/toast.tsx';
import { text } from './messages.ts';
import styles from './plan-dialog.module.css';
import chips from './report-filters.module.css';
import { useSendingTime } from './use-sending-time.ts';

type Change = (change: Partial<NewPlan>) => void;

/** On Monday morning, to oneself: what most people want of a week. */
const usual = { every: 'week', on: 1, hour: 7, columns: ['hours', 'billable'] } as const;

/** Mail of a report that comes round: when, what of it, and to whom. */
export function PlanDialog({ report, onClose }: { report: SavedReport; onClose: () => void }) {
  const { session, start } = useApp();
  const { call } = session;
  const queryClient = useQueryClient();
  const toast = useToast();
  const sendingTime = useSendingTime();
  const { nextAt: _next, ...current } = report.schedule ?? {
    ...usual,
    columns: [...usual.columns],
    receiverIDs: [start.me.teamMemberID],
    nextAt: '',
  };
  const [plan, setPlan] = useState<NewPlan>(current);
  const [isShared, setIsShared] = useState(report.isShared);
  // Sharing is stored before the plan: where the plan is refused, the next try begins with what is there then.
  const [shared, setShared] = useState(report);
  const stored = shared.version > report.version ? shared : report;
  const change: Change = (changed) => setPlan((before) => ({ ...before, ...changed }));
  const done = async (words: string) => {
    await invalidate(queryClient, 'savedReports');
    toast({ text: words });
    onClose();
  };
  const save = useSubmit(async () => {
    if (isShared && !stored.isShared) setShared(await changeReport(call, stored, { isShared }));
    const { schedule } = await planReport(call, stored, plan);
    await done(text.plan.started(sendingTime(schedule?.nextAt ?? '')));
  });
  const stop = useSubmit(async () => {
    await endPlan(call, report);
    await done(text.plan.stopped(report.name));
  });
  const error = save.error ?? stop.error;
  const canSend = isShareable(report.definition.kind);
  const isComplete = canSend && plan.columns.length > 0 && plan.receiverIDs.length > 0;
  return (
    <Dialog title={text.plan.title(report.name)} closeLabel={common.close} onClose={onClose} size="medium">
      <Form className={styles.form} error={error} onSubmit={() => (isComplete ? save.submit() : undefined)}>
        <p>{canSend ? text.plan.lead : text.plan.notThisKind}</p>
        <When plan={plan} change={change} />
        <Checkboxes
          legend={text.plan.shows}
          keys={SHARED_COLUMNS}
          labelOf={(column) => text.link.columns[column]}
          chosen={plan.columns}
          onChange={(columns) => change({ columns })}
        />
        <Receivers ids={plan.receiverIDs} onChange={(receiverIDs) => change({ receiverIDs })} />
        {stored.isShared ? null : (
          <Checkbox
            label={text.plan.share}
            hint={text.plan.shareHint}
            checked={isShared}
            onChange={(event) => setIsShared(event.target.checked)}
          />
        )}
        <div className={styles.actions}>
          {report.schedule ? (
            <Button variant="danger" isBusy={stop.isBusy} onClick={stop.submit}>
              {text.plan.stop}
            </Button>
          ) : null}
          <Button variant="primary" isBusy={save.isBusy} disabled={!isComplete} type="submit">
            {report.schedule ? text.plan.change : text.plan.start}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

function When({ plan, change }: { plan: NewPlan; change: Change }) {
  const { timeZone } = useApp().start.settings;
  const { every, on, hour } = plan;
  const days = PLAN_PERIODS.find(({ name }) => name === every)?.days ?? 1;
  const isWeek = every === 'week';
  return (
    <div className={styles.when}>
      <Field label={text.plan.every}>
        <Select
          value={every}
          onChange={(event) => change({ every: event.target.value as NewPlan['every'], on: 1 })}
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
          <Select value={on} onChange={(event) => change({ on: Number(event.target.value) })}>
            {numbers(days).map((day) => (
              <option key={day} value={day}>
                {isWeek ? weekdayName(day - 1) : day}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <Field label={text.plan.hour} hint={text.plan.hourHint(timeZone)}>
        <Select value={hour} onChange={(event) => change({ hour: Number(event.target.value) })}>
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

type ReceiversProps = { ids: readonly string[]; onChange: (ids: string[]) => void };

/** Members who get it, each with a way to take them out, and a way to add one. */
function Receivers({ ids, onChange }: ReceiversProps) {
  const { session, start } = useApp();
  const team = useQuery(teamQuery(session.call, start.me.teamMemberID, false)).data ?? [];
  const people = team
    .filter(({ status }) => status === 'active')
    .map(({ id, firstName, lastName }) => ({ id, label: `${firstName} ${lastName}`.trim() }));
  const field = useRef<HTMLInputElement>(null);
  const chosen = ids.map((id) => ({ id, name: people.find((one) => one.id === id)?.label ?? '…' }));
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
