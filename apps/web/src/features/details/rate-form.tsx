import { addMonths, isPlainDate } from '@stint/domain/time/plain-date.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { projectsQuery } from '../../entities/project.ts';
import { type RatesOf, setRate } from '../../entities/rate.ts';
import { reportQuery } from '../../entities/report.ts';
import type { TeamMember } from '../../entities/team-member.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatHours } from '../../lib/hours.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { parseMoney } from '../../lib/money.ts';
import { today } from '../../lib/today.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useToast } from '../../ui/toast.tsx';
import styles from './details.module.css';
import { text } from './messages.ts';

/** A rate from a day on, with what recorded time it bears on. */
export function RateForm({ of, people }: { of: RatesOf; people: readonly TeamMember[] }) {
  const { session, start } = useApp();
  const { call } = session;
  const queryClient = useQueryClient();
  const toast = useToast();
  const projects = useQuery(projectsQuery(call)).data ?? [];
  const [person, setPerson] = useState('teamMemberID' in of ? of.teamMemberID : (people[0]?.id ?? ''));
  const [projectID, setProjectID] = useState('projectID' in of ? of.projectID : '');
  const [kind, setKind] = useState<'bill' | 'cost'>('bill');
  const [typed, setTyped] = useState('');
  const [from, setFrom] = useState(today());
  const [hasTried, setHasTried] = useState(false);
  const { currency } = start.settings;
  const amount = parseMoney(typed, currency);
  const { isBusy, error, submit } = useSubmit(async () => {
    setHasTried(true);
    if (amount === null || !isPlainDate(from)) return;
    await setRate(call, {
      teamMemberID: person,
      projectID: projectID || null,
      kind,
      amount,
      currency,
      effectiveFrom: from,
    });
    await invalidate(queryClient, 'rates', 'projects', 'report');
    setTyped('');
    setHasTried(false);
    toast({ text: text.rates.set });
  });
  return (
    <Form className={styles.form} error={error} onSubmit={submit}>
      {'projectID' in of ? (
        <Field label={text.rates.person}>
          <Select value={person} onChange={(event) => setPerson(event.target.value)}>
            {people.map(({ id, firstName, lastName }) => (
              <option key={id} value={id}>
                {`${firstName} ${lastName}`.trim()}
              </option>
            ))}
          </Select>
        </Field>
      ) : (
        <Field label={text.rates.project}>
          <Select value={projectID} onChange={(event) => setProjectID(event.target.value)}>
            <option value="">{text.rates.everywhere}</option>
            {projects.map((project) => (
              <option key={project.projectID} value={project.projectID}>
                {project.projectName}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label={text.rates.kind}>
        <Select value={kind} onChange={(event) => setKind(event.target.value as typeof kind)}>
          {(['bill', 'cost'] as const).map((each) => (
            <option key={each} value={each}>
              {text.rates[each]}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={`${text.rates.amount} (${currency})`}
        error={hasTried && amount === null ? text.rates.amountMissing : null}
      >
        <Input
          inputMode="decimal"
          maxLength={16}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Field label={text.rates.from} error={hasTried && !isPlainDate(from) ? text.rates.dateMissing : null}>
        <Input type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
      </Field>
      <Button type="submit" isBusy={isBusy}>
        {text.rates.add}
      </Button>
      {amount !== null && person && isPlainDate(from) ? (
        <Preview teamMemberID={person} projectID={projectID} from={from} isBill={kind === 'bill'} />
      ) : null}
    </Form>
  );
}

type PreviewProps = { teamMemberID: string; projectID: string; from: string; isBill: boolean };

/** How much recorded time a rate from this day on bears on. */
function Preview({ teamMemberID, projectID, from, isBill }: PreviewProps) {
  const end = addMonths(today(), 1);
  const of = useQuery(
    reportQuery(useApp().session.call, {
      from,
      to: end > from ? end : from,
      groupBy: [],
      filters: [
        { field: 'person', is: 'is', values: [teamMemberID] },
        ...(projectID ? [{ field: 'project' as const, is: 'is' as const, values: [projectID] }] : []),
        // What is not billable is worth nothing at any rate, and costs the same.
        ...(isBill ? [{ field: 'billable' as const, is: 'is' as const, value: true }] : []),
      ],
    }),
  );
  if (!of.data) return null;
  const { minutes } = of.data.totals;
  return (
    <p className={styles.quiet} role="status">
      {minutes > 0 ? text.rates.preview(formatHours(minutes)) : text.rates.previewNothing}
    </p>
  );
}
