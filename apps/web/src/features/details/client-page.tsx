import { resolveRange } from '@stint/domain/time/date-range.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Client, clientQuery } from '../../entities/client.ts';
import { projectsOfQuery } from '../../entities/project.ts';
import { reportQuery } from '../../entities/report.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatHours } from '../../lib/hours.ts';
import { formatMoney } from '../../lib/money.ts';
import { today } from '../../lib/today.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ColorDot } from '../../ui/color-field.tsx';
import figures from '../../ui/figures.module.css';
import { QueryCard } from '../../ui/query-card.tsx';
import { ReportLink } from '../../ui/report-link.tsx';
import styles from './details.module.css';
import { HistoryPanel } from './history-panel.tsx';
import { text } from './messages.ts';
import { RatesPanel } from './rates-panel.tsx';
import { ShareClient } from './share-client.tsx';
import { ThingEntries } from './thing-entries.tsx';
import { type Editable, LoadedThing, ThingFrame } from './thing-frame.tsx';
import { useThing } from './use-thing.ts';
import { YearOfMonths } from './year-of-months.tsx';

/** `/clients/:id` */
export function ClientPage({ edit }: Editable<Client>) {
  const { id } = useThing();
  const query = useQuery(clientQuery(useApp().session.call, id));
  return <LoadedThing query={query}>{(client) => <Page client={client} edit={edit} />}</LoadedThing>;
}

function Page({ client, edit }: { client: Client; edit: Editable<Client>['edit'] }) {
  const seesHistory = useCan('audit.see');
  const seesTime = useCan('report.see');
  const seesRates = useCan('rate.seeBill');
  const publishes = useCan('report.publish');
  const mayEdit = useCan('client.write');
  const { clientID, code, isArchived } = client;
  const only = { field: 'client', id: clientID } as const;
  return (
    <ThingFrame
      path="/clients/$id"
      title={client.clientName}
      edit={edit && mayEdit && !isArchived ? (onClose) => edit(client, onClose) : null}
      facts={
        <>
          {code ? <span>{code}</span> : null}
          {isArchived ? <Badge tone="warning">{text.archived}</Badge> : null}
        </>
      }
      parts={{
        overview: () => (
          <div className={styles.cards}>
            <Contact client={client} />
            {seesTime ? <Unbilled clientID={clientID} /> : null}
            {publishes ? <ShareClient client={client} /> : null}
            {seesTime ? (
              <div className={styles.wide}>
                <YearOfMonths only={only} />
              </div>
            ) : null}
            <div className={styles.wide}>
              <Projects clientID={clientID} />
            </div>
          </div>
        ),
        entries: seesTime && (() => <ThingEntries only={only} />),
        rates:
          seesRates &&
          (() => (
            <RatesPanel
              of={{ clientID }}
              clientID={clientID}
              beginning={client.defaultRate}
              hint={text.rates.ofClient}
            />
          )),
        history: seesHistory && (() => <HistoryPanel entity="client" entityID={clientID} />),
      }}
    />
  );
}

function Contact({ client }: { client: Client }) {
  const words = text.client;
  const { contactName, email, phone, address, taxNumber, notes } = client;
  const rows: [string, string | null][] = [
    [words.contact, contactName],
    [words.email, email],
    [words.phone, phone],
    [words.address, address],
    [words.taxNumber, taxNumber],
    [words.notes, notes],
  ];
  const known = rows.filter(([, value]) => value);
  return (
    <Card title={words.contact}>
      {known.length === 0 ? <p className={styles.quiet}>{words.noContact}</p> : null}
      <dl className={styles.pairs}>
        {known.map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{label === words.email ? <a href={`mailto:${value}`}>{value}</a> : value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Billable time of this year and, for those who may see them, what it is worth. */
function Unbilled({ clientID }: { clientID: string }) {
  const range = resolveRange({ kind: 'thisYear' }, today());
  const report = useQuery(
    reportQuery(useApp().session.call, {
      ...range,
      groupBy: [],
      filters: [
        { field: 'client', is: 'is', values: [clientID] },
        { field: 'billable', is: 'is', value: true },
      ],
      withMoney: true,
    }),
  );
  const place = {
    range: { kind: 'thisYear' },
    by: ['project'],
    only: { field: 'client', id: clientID },
    billable: true,
    withMoney: true,
  } as const;
  const words = text.client;
  return (
    <QueryCard
      title={words.unbilled}
      query={report}
      more={<ReportLink place={place} of={words.unbilled} />}
      isEmpty={({ totals }) => totals.minutes === 0}
      empty={words.unbilledNone}
    >
      {({ totals }) => (
        <>
          <dl className={figures.figures}>
            <div>
              <dt>{text.figures}</dt>
              <dd>{formatHours(totals.minutes)}</dd>
            </div>
            {totals.amounts?.map(({ currency, amount }) => (
              <div key={currency}>
                <dt>{currency}</dt>
                <dd>{formatMoney(amount, currency)}</dd>
              </div>
            ))}
          </dl>
          {totals.unpricedMinutes ? (
            <p className={styles.quiet}>{words.unpriced(formatHours(totals.unpricedMinutes))}</p>
          ) : null}
        </>
      )}
    </QueryCard>
  );
}

function Projects({ clientID }: { clientID: string }) {
  const projects = useQuery(projectsOfQuery(useApp().session.call, clientID));
  return (
    <QueryCard
      title={text.client.projects}
      query={projects}
      isEmpty={(list) => list.length === 0}
      empty={text.client.noProjects}
    >
      {(list) => (
        <ul className={styles.rows}>
          {list.map(({ projectID, projectName, color, trackedMinutes, isArchived }) => (
            <li key={projectID}>
              <ColorDot color={color} />
              <Link to="/projects/$id" params={{ id: projectID }} search={{}} className={styles.grow}>
                {projectName}
              </Link>
              {isArchived ? <Badge>{text.archived}</Badge> : null}
              <span className={styles.number}>{formatHours(trackedMinutes)}</span>
            </li>
          ))}
        </ul>
      )}
    </QueryCard>
  );
}
