import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '../../entities/client.ts';
import {
  makeLink,
  type SavedReport,
  savedReportsQuery,
  saveReport,
  withdrawLink,
} from '../../entities/saved-report.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { useKeptIds } from '../../lib/use-kept-ids.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FormError, Input } from '../../ui/field.tsx';
import { QueryCard } from '../../ui/query-card.tsx';
import { useToast } from '../../ui/toast.tsx';
import styles from './details.module.css';
import { text } from './messages.ts';

const words = text.share;

/** A link that shows the client its hours of the month by project, and moves on with the month. It is a saved report. */
export function ShareClient({ client }: { client: Client }) {
  const reports = useQuery(savedReportsQuery(useApp().session.call));
  return (
    <QueryCard title={words.title} query={reports}>
      {(list) => <Link client={client} report={list.find((one) => isOf(one, client)) ?? null} />}
    </QueryCard>
  );
}

function Link({ client, report }: { client: Client; report: SavedReport | null }) {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const toast = useToast();
  const ids = useKeptIds();
  const [url, setUrl] = useState<string | null>(null);
  const make = useSubmit(async () => {
    const body = { name: words.name(client.clientName), definition: of(client) };
    // Of the report that an earlier press left without a link, too.
    const made = await ids.keep(JSON.stringify(body), async (key) => {
      const saved = report ?? (await saveReport(call, body, key));
      return makeLink(call, saved, { columns: ['hours', 'billable'] });
    });
    setUrl(made.url);
    await invalidate(queryClient, 'savedReports');
  });
  const withdraw = useSubmit(async () => {
    if (!report) return;
    await withdrawLink(call, report);
    setUrl(null);
    await invalidate(queryClient, 'savedReports');
    toast({ text: words.withdrawn });
  });
  const error = make.error ?? withdraw.error;
  const isOn = url !== null || report?.link != null;
  return (
    <>
      <p className={styles.quiet}>{isOn ? words.on : words.off}</p>
      {error ? <FormError>{describeError(error)}</FormError> : null}
      {url ? (
        <Field label={words.address} hint={words.once}>
          <Input readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        </Field>
      ) : null}
      <div className={styles.buttons}>
        {url ? null : (
          <Button isBusy={make.isBusy} onClick={make.submit}>
            {isOn ? words.again : words.make}
          </Button>
        )}
        {isOn && report ? (
          <Button variant="danger" isBusy={withdraw.isBusy} onClick={withdraw.submit}>
            {words.withdraw}
          </Button>
        ) : null}
      </div>
    </>
  );
}

function of({ clientID }: Client): SavedReport['definition'] {
  return {
    kind: 'summary',
    range: 'thisMonth',
    groupBy: ['project'],
    filters: [{ field: 'client', is: 'is', values: [clientID] }],
    rounding: null,
    withMoney: false,
  };
}

/**
 * Whether a saved report is what this page makes, to the last choice: one by person, or with money, would show to whoever has
 * the link what the page says it does not.
 */
function isOf({ definition }: SavedReport, client: Client): boolean {
  return hashKey([definition]) === hashKey([of(client)]);
}
