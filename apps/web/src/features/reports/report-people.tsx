import { percentOf } from '@stint/domain/time/billable-split.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type PersonTime, peopleReportQuery } from '../../entities/report.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatHours } from '../../lib/hours.ts';
import { useFullDate } from '../../lib/use-full-date.ts';
import { BillableBar } from '../../ui/billable-bar.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { MeasureTable, Minor, percentWords, Share } from './measure-table.tsx';
import { text } from './messages.ts';
import styles from './report-people.module.css';
import { hoursWords } from './report-words.ts';

type Range = { from: string; to: string };
type PeopleProps = { range: Range; onPerson: (teamMemberID: string) => void };

/** Recorded and billable time of each person against what is expected of them. */
export function Utilisation(props: PeopleProps) {
  const sum = (people: readonly PersonTime[], name: 'minutes' | 'billableMinutes' | 'expectedMinutes') =>
    people.reduce((all, person) => all + person[name], 0);
  return (
    <People range={props.range} isEmpty={(people) => people.length === 0} empty={text.people.nobody}>
      {(people) => {
        const [minutes, billableMinutes, expectedMinutes] = [
          sum(people, 'minutes'),
          sum(people, 'billableMinutes'),
          sum(people, 'expectedMinutes'),
        ];
        const total = { name: text.total, minutes, billableMinutes, expectedMinutes };
        return (
          <>
            <BillableBar
              billable={billableMinutes}
              nonBillable={minutes - billableMinutes}
              maximum={expectedMinutes}
            />
            <MeasureTable
              columns={[
                text.person,
                text.people.expected,
                text.people.recorded,
                { name: text.people.billable, kind: 'minor' },
                { name: text.people.utilisation, kind: 'share' },
                { name: text.people.billableUtilisation, kind: 'minor' },
              ]}
              total={
                <tr>
                  <th scope="row">{total.name}</th>
                  <Measures {...total} />
                </tr>
              }
            >
              {people.map((person) => (
                <tr key={person.teamMemberID}>
                  <Name person={person} onPerson={props.onPerson} />
                  <Measures {...person} />
                </tr>
              ))}
            </MeasureTable>
            <p className={styles.note}>{text.people.upToToday}</p>
          </>
        );
      }}
    </People>
  );
}

type MeasuresProps = Pick<PersonTime, 'minutes' | 'billableMinutes' | 'expectedMinutes'>;

function Measures({ minutes, billableMinutes, expectedMinutes }: MeasuresProps) {
  const shareOf = (part: number) => (expectedMinutes > 0 ? percentOf(part, expectedMinutes) : null);
  return (
    <>
      <td>{hoursWords(expectedMinutes)}</td>
      <td>{hoursWords(minutes)}</td>
      <Minor>{hoursWords(billableMinutes)}</Minor>
      <Share percent={shareOf(minutes)} />
      <Minor>{percentWords(shareOf(billableMinutes))}</Minor>
    </>
  );
}

/** Who has working days without any time, the most first. */
export function NoTime({ range, onPerson }: PeopleProps) {
  const fullDate = useFullDate();
  const lacking = (people: readonly PersonTime[]) =>
    people
      .filter(({ missingDays }) => missingDays > 0)
      .sort((one, other) => other.missingDays - one.missingDays);
  return (
    <People range={range} isEmpty={(people) => lacking(people).length === 0} empty={text.people.everybody}>
      {(people) => (
        <>
          <MeasureTable columns={[text.person, text.people.missing, text.people.recorded, text.people.last]}>
            {lacking(people).map((person) => (
              <tr key={person.teamMemberID}>
                <Name person={person} onPerson={onPerson} />
                <td>{person.missingDays}</td>
                <td>{person.minutes === 0 ? '–' : formatHours(person.minutes)}</td>
                <td>{person.lastWorkDate ? fullDate(person.lastWorkDate) : text.people.never}</td>
              </tr>
            ))}
          </MeasureTable>
          <p className={styles.note}>{text.people.upToToday}</p>
        </>
      )}
    </People>
  );
}

function Name({ person, onPerson }: { person: PersonTime; onPerson: PeopleProps['onPerson'] }) {
  const { name, teamMemberID } = person;
  return (
    <th scope="row" title={name}>
      <button type="button" title={text.entriesOf(name)} onClick={() => onPerson(teamMemberID)}>
        {name || '–'}
      </button>
    </th>
  );
}

type PeopleFrameProps = {
  range: Range;
  isEmpty: (people: readonly PersonTime[]) => boolean;
  empty: string;
  children: (people: readonly PersonTime[]) => ReactNode;
};

function People({ range, isEmpty, empty, children }: PeopleFrameProps) {
  const { data, error, refetch } = useQuery(peopleReportQuery(useApp().session.call, range));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={8} label={text.loading} />;
  return isEmpty(data) ? <EmptyState title={empty} drawing="done" /> : children(data);
}
