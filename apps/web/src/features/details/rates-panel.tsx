import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { activitiesQuery } from '../../entities/activity.ts';
import { type Rate, type RatesOf, ratesQuery, removeRate, setRate, subjectKey } from '../../entities/rate.ts';
import { type TeamMember, teamQuery } from '../../entities/team-member.ts';
import { useArchivedNames } from '../../entities/use-archived-names.ts';
import { useProjectOptions } from '../../entities/use-project-options.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { formatMoney } from '../../lib/money.ts';
import { today } from '../../lib/today.ts';
import { useFullDate } from '../../lib/use-full-date.ts';
import { common } from '../../messages/common.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import table from '../../ui/data-table.module.css';
import { QueryCard } from '../../ui/query-card.tsx';
import { useToast } from '../../ui/toast.tsx';
import styles from './details.module.css';
import { text } from './messages.ts';
import { RateForm, type RateFormProps } from './rate-form.tsx';
import { type Names, placeOf, placesOf } from './rate-places.ts';
import { useCurrency } from './use-currency.tsx';

export type RatesPanelProps = {
  of: RatesOf;
  /** Whose rates can be set here. */
  people?: readonly TeamMember[];
  /** In whose currency time of the thing is billed; absent: in the workspace's. */
  clientID?: string | null;
  /** The rate from before the first date, in minor units. */
  beginning?: number | null;
  /** When these rates count. */
  hint?: string;
};

/** Rates of one thing, each from a day on; set and removed by those who may. */
export function RatesPanel({ of, people = [], clientID = null, beginning = null, hint }: RatesPanelProps) {
  const { session } = useApp();
  const rates = useQuery(ratesQuery(session.call, of));
  const { names, search } = useNames(people, rates.data);
  const mayWrite = useCan('rate.write');
  const money = useCurrency(clientID);
  return (
    <QueryCard
      title={text.rates.title}
      query={money.data === undefined ? { ...money, data: undefined } : rates}
    >
      {(list) => (
        <>
          {hint ? <p className={styles.quiet}>{hint}</p> : null}
          {list.length === 0 && beginning === null ? (
            <p className={styles.quiet}>{text.rates.none}</p>
          ) : (
            <RateTable of={of} rates={newestFirst(list)} names={names}>
              {beginning === null || money.data === undefined ? null : (
                <Beginning of={of} amount={formatMoney(beginning, money.data)} mayWrite={mayWrite} />
              )}
            </RateTable>
          )}
          {mayWrite ? (
            <RateForm
              of={of}
              places={placesOf(of, names, clientID)}
              rates={list}
              search={'projectID' in of ? {} : search}
            />
          ) : null}
        </>
      )}
    </QueryCard>
  );
}

/** Everybody and everything that a rate here may be of, by name; those who left have their rates still. */
function useNames(
  people: readonly TeamMember[],
  rates: readonly Rate[] = [],
): { names: Names; search: RateFormProps['search'] } {
  const { session, start } = useApp();
  const team = useQuery(teamQuery(session.call, start.me.teamMemberID, false)).data;
  const { projects, onType, isSearching } = useProjectOptions(
    rates.flatMap(({ projectID }) => projectID ?? []),
  );
  const activities = useQuery(activitiesQuery(session.call)).data;
  const lacks = (
    field: 'teamMemberID' | 'projectID' | 'activityID',
    ids: readonly string[] | undefined,
  ): string[] =>
    ids === undefined ? [] : rates.flatMap((rate) => rate[field] ?? []).filter((id) => !ids.includes(id));
  const archived = useArchivedNames({
    projects: lacks('projectID', isSearching ? undefined : projects.map(({ projectID }) => projectID)),
    activities: lacks(
      'activityID',
      activities?.map(({ activityID }) => activityID),
    ),
    people: lacks(
      'teamMemberID',
      team?.map(({ id }) => id),
    ),
  });
  const peopleOf = (members: readonly TeamMember[] = []) =>
    members.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()] as const);
  const names = {
    people: new Map(peopleOf(people.length > 0 ? people : team)),
    projects: new Map(projects.map(({ projectID, projectName }) => [projectID, projectName])),
    activities: new Map((activities ?? []).map(({ activityID, activityName }) => [activityID, activityName])),
    clients: new Map(projects.map(({ projectID, clientID }) => [projectID, clientID])),
    others: new Map([...archived, ...peopleOf(team)]),
  };
  return { names, search: { onType, isSearching } };
}

function newestFirst(rates: readonly Rate[]): Rate[] {
  return [...rates].sort((a, b) => b.effectiveFrom.localeCompare(a.effectiveFrom));
}

type RateTableProps = { of: RatesOf; rates: readonly Rate[]; names: Names; children: ReactNode };

function RateTable({ of, rates, names, children }: RateTableProps) {
  const mayWrite = useCan('rate.write');
  const fullDate = useFullDate();
  const remove = useRemoval();
  const inForce = ratesInForce(rates);
  const hasCosts = 'projectID' in of || 'teamMemberID' in of;
  return (
    <div className={styles.scroll}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{'projectID' in of ? text.rates.whose : text.rates.project}</th>
            {hasCosts ? (
              <th scope="col" className={table.minor}>
                {text.rates.kind}
              </th>
            ) : null}
            <th scope="col">{text.rates.from}</th>
            <th scope="col" className={table.number}>
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
                <td>{placeOf(of, rate, names)}</td>
                {hasCosts ? <td className={table.minor}>{text.rates[rate.kind]}</td> : null}
                <td>
                  {fullDate(rate.effectiveFrom)} <When rate={rate} isInForce={inForce.has(rate)} />
                </td>
                <td className={table.number}>{amount}</td>
                {mayWrite ? (
                  <td className={table.number}>
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
          {children}
        </tbody>
      </table>
    </div>
  );
}

function When({ rate, isInForce }: { rate: Rate; isInForce: boolean }) {
  if (isInForce) return <Badge tone="success">{text.rates.inForce}</Badge>;
  return rate.effectiveFrom > today() ? <Badge>{text.rates.later}</Badge> : null;
}

/** What counts before the first date. */
function Beginning({ of, amount, mayWrite }: { of: RatesOf; amount: string; mayWrite: boolean }) {
  return (
    <tr>
      <td>{'projectID' in of ? text.rates.thisProject : text.rates.thisClient}</td>
      {'projectID' in of ? <td className={table.minor}>{text.rates.bill}</td> : null}
      <td>{text.rates.beginning}</td>
      <td className={table.number}>{amount}</td>
      {mayWrite ? <td /> : null}
    </tr>
  );
}

/** Of each thing the latest that has begun; the list has the newest first. */
function ratesInForce(rates: readonly Rate[]): ReadonlySet<Rate> {
  const begun = rates.filter(({ effectiveFrom }) => effectiveFrom <= today());
  return new Set([...Map.groupBy(begun, subjectKey).values()].flatMap(([latest]) => latest ?? []));
}

/** Removes a rate at once, with a way back. */
function useRemoval(): (rate: Rate) => Promise<void> {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const toast = useToast();
  const refresh = () => invalidate(queryClient, 'rates', 'projects', 'clients', 'report');
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
      await refresh();
      return true;
    } catch (error) {
      toast({ text: describeError(error), tone: 'danger' });
      return false;
    }
  };
  const putBack = (rate: Rate) => attempt(() => setRate(call, { ...givenOf(rate), believed: null }));
  return async (rate) => {
    if (await attempt(() => removeRate(call, rate)))
      toast({
        text: text.rates.removed,
        action: { label: common.undo, onPress: () => void putBack(rate) },
      });
  };
}

/** A rate as it was sent once. */
function givenOf({
  teamMemberID,
  projectID,
  activityID,
  clientID,
  kind,
  amount,
  currency,
  effectiveFrom,
}: Rate) {
  const of = { teamMemberID, projectID, activityID, clientID };
  return { ...of, kind, amount, effectiveFrom, ...(teamMemberID ? { currency } : {}) };
}
