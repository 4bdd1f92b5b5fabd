import { useQuery, useQueryClient } from '@tanstack/react-query';
import { projectsQuery } from '../../entities/project.ts';
import { type Rate, type RatesOf, ratesQuery, removeRate } from '../../entities/rate.ts';
import { type TeamMember, teamQuery } from '../../entities/team-member.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { formatMoney } from '../../lib/money.ts';
import { useFullDate } from '../../lib/use-full-date.ts';
import { Button } from '../../ui/button.tsx';
import { QueryCard } from '../../ui/query-card.tsx';
import { useToast } from '../../ui/toast.tsx';
import styles from './details.module.css';
import { text } from './messages.ts';
import { RateForm } from './rate-form.tsx';

/** Rates of a person, or of a project's people, each from a day on; set and removed by those who may. */
export function RatesPanel({ of, people }: { of: RatesOf; people: readonly TeamMember[] }) {
  const { session, start } = useApp();
  const { call } = session;
  const rates = useQuery(ratesQuery(call, of));
  const team = useQuery(teamQuery(call, start.me.teamMemberID, false)).data ?? [];
  const projects = useQuery(projectsQuery(call)).data ?? [];
  const mayWrite = useCan('rate.write');
  const nameOf = (rate: Rate) => {
    const person = [...people, ...team].find(({ id }) => id === rate.teamMemberID);
    return person ? `${person.firstName} ${person.lastName}`.trim() : '–';
  };
  const placeOf = ({ projectID }: Rate) =>
    projectID
      ? (projects.find((project) => project.projectID === projectID)?.projectName ?? '–')
      : text.rates.everywhere;
  return (
    <QueryCard title={text.rates.title} query={rates}>
      {(list) => (
        <>
          {list.length === 0 ? <p className={styles.quiet}>{text.rates.none}</p> : null}
          {list.length > 0 ? (
            <RateTable
              rates={[...list].sort((a, b) => b.effectiveFrom.localeCompare(a.effectiveFrom))}
              firstOf={'projectID' in of ? nameOf : placeOf}
              firstHeader={'projectID' in of ? text.rates.person : text.rates.project}
              mayWrite={mayWrite}
            />
          ) : null}
          {mayWrite ? <RateForm of={of} people={people} /> : null}
        </>
      )}
    </QueryCard>
  );
}

type RateTableProps = {
  rates: readonly Rate[];
  firstHeader: string;
  firstOf: (rate: Rate) => string;
  mayWrite: boolean;
};

function RateTable({ rates, firstHeader, firstOf, mayWrite }: RateTableProps) {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const toast = useToast();
  const fullDate = useFullDate();
  const remove = async (rate: Rate) => {
    try {
      await removeRate(call, rate);
      await invalidate(queryClient, 'rates', 'projects', 'report');
      toast({ text: text.rates.removed });
    } catch (error) {
      toast({ text: describeError(error), tone: 'danger' });
    }
  };
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{firstHeader}</th>
            <th scope="col">{text.rates.kind}</th>
            <th scope="col">{text.rates.from}</th>
            <th scope="col" className={styles.number}>
              {text.rates.amount}
            </th>
            {mayWrite ? <td /> : null}
          </tr>
        </thead>
        <tbody>
          {rates.map((rate) => {
            const amount = formatMoney(rate.amount, rate.currency);
            return (
              <tr key={rate.rateID}>
                <td>{firstOf(rate)}</td>
                <td>{text.rates[rate.kind]}</td>
                <td>{fullDate(rate.effectiveFrom)}</td>
                <td className={styles.number}>{amount}</td>
                {mayWrite ? (
                  <td className={styles.number}>
                    <Button
                      variant="quiet"
                      icon="trash"
                      aria-label={text.rates.removeOf(`${amount}, ${fullDate(rate.effectiveFrom)}`)}
                      onClick={() => void remove(rate)}
                    />
                  </td>
                ) : null}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
