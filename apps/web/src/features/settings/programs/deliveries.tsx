import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { type Delivery, deliveriesQuery, replayDelivery, type Webhook } from '../../../entities/program.ts';
import { useApp } from '../../../lib/app-context.ts';
import { formatMoment } from '../../../lib/clock.ts';
import { describeError } from '../../../lib/describe-error.ts';
import { invalidate } from '../../../lib/invalidate.ts';
import { common } from '../../../messages/common.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormError } from '../../../ui/field.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { useToast } from '../../../ui/toast.tsx';
import styles from '../settings.module.css';
import { text } from './messages.ts';

const words = text.webhooks;
const tones = { pending: 'neutral', delivered: 'success', failed: 'danger' } as const;

/** Calls of a webhook, the latest first, each of which can be sent again. */
export function Deliveries({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  return (
    <Dialog title={words.logOf(webhook.url)} closeLabel={common.close} onClose={onClose} size="medium">
      <Log webhook={webhook} />
    </Dialog>
  );
}

function Log({ webhook }: { webhook: Webhook }) {
  const log = useInfiniteQuery(deliveriesQuery(useApp().session.call, webhook.webhookID));
  const items = log.data?.pages.flatMap((page) => page.items);
  const rows = useRef<HTMLUListElement>(null);
  const older = useRef<HTMLButtonElement>(null);
  /** The first that was asked for by the button: who goes by keys reads on there, also where the button goes. */
  const next = useRef<number | null>(null);
  const count = items?.length ?? 0;
  useLayoutEffect(() => {
    if (next.current === null || count <= next.current) return;
    const row = rows.current?.children[next.current];
    next.current = null;
    const { activeElement } = document;
    const isLeft = activeElement === document.body || activeElement === older.current;
    if (isLeft && row instanceof HTMLElement) row.focus();
  }, [count]);
  const isFailed = log.isFetchNextPageError || (log.isError && !items);
  const showOlder = () => {
    next.current = count;
    void log.fetchNextPage();
  };
  return (
    <>
      {!items && !isFailed ? <SkeletonRows count={4} label={common.loading} /> : null}
      {items?.length === 0 ? <p>{words.noDeliveries}</p> : null}
      <ul ref={rows} className={styles.rows}>
        {items?.map((delivery) => (
          <DeliveryRow key={delivery.deliveryID} delivery={delivery} />
        ))}
      </ul>
      {isFailed ? <FormError>{describeError(log.error)}</FormError> : null}
      {isFailed && !items ? <Button onClick={() => void log.refetch()}>{common.tryAgain}</Button> : null}
      {log.hasNextPage ? (
        <Button ref={older} isBusy={log.isFetchingNextPage} onClick={showOlder}>
          {words.older}
        </Button>
      ) : null}
    </>
  );
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const toast = useToast();
  const { event, status, attempts, httpStatus, error, createdAt, payload } = delivery;
  const replay = async () => {
    try {
      await replayDelivery(call, delivery);
      await invalidate(queryClient, 'webhooks');
      toast({ text: words.replayed });
    } catch (thrown) {
      toast({ text: describeError(thrown), tone: 'danger' });
    }
  };
  const facts = [
    formatMoment(createdAt),
    words.attempts(attempts),
    ...(httpStatus === null ? [] : [String(httpStatus)]),
    ...(error ? [error] : []),
  ];
  return (
    <li tabIndex={-1}>
      <span className={styles.grow}>
        <b>{event}</b> <Badge tone={tones[status]}>{words.statuses[status]}</Badge>
        <br />
        <span className={styles.quiet}>{facts.join(' · ')}</span>
        <details>
          <summary>{words.payload}</summary>
          <pre className={styles.payload}>{JSON.stringify(payload, null, 2)}</pre>
        </details>
      </span>
      <Button onClick={() => void replay()}>{words.replay}</Button>
    </li>
  );
}
