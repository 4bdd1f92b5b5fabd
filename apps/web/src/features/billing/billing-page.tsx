import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  isRunning,
  openPayment,
  type SimulatedEvent,
  type Subscription,
  simulate,
  subscriptionQuery,
} from '../../entities/subscription.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { useFullDate } from '../../lib/use-full-date.ts';
import { common, pageTitles } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormError } from '../../ui/field.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import styles from './billing-page.module.css';
import { Figures } from './figures.tsx';
import { Invoices } from './invoices.tsx';
import { text } from './messages.ts';
import { Plans } from './plans.tsx';
import { WhatWorks } from './what-works.tsx';

/** The payment service sent the person back after a payment, not after they turned away from it. */
function isBackFromPayment(): boolean {
  return new URLSearchParams(location.search).get('checkout') === 'done';
}

/** `/billing`: where an inactive subscription leads, and what still works meanwhile. */
export function BillingPage() {
  const { call } = useApp().session;
  const subscription = useQuery(subscriptionQuery(call, isBackFromPayment()));
  return (
    <div className={styles.page}>
      <PageHeader title={pageTitles.billing} />
      {subscription.isPending ? <SkeletonRows count={4} label={lists.loading} /> : null}
      {subscription.error ? (
        <EmptyState
          title={describeError(subscription.error)}
          action={<Button onClick={() => void subscription.refetch()}>{common.tryAgain}</Button>}
        />
      ) : null}
      {subscription.data ? <State subscription={subscription.data} /> : null}
    </div>
  );
}

const tones: Record<Subscription['status'], BadgeTone> = {
  trial: 'info',
  active: 'success',
  past_due: 'warning',
  inactive: 'danger',
};

function State({ subscription }: { subscription: Subscription }) {
  const { status, provider, isActive, isConfirming, canManage, owners } = subscription;
  const fullDate = useFullDate();
  return (
    <>
      {isConfirming && isBackFromPayment() ? <Banner tone="info">{text.confirming}</Banner> : null}
      <Card>
        <p className={styles.status}>
          <Badge tone={tones[status]}>{text.status[status]}</Badge>
          <span>{explain(subscription, fullDate)}</span>
        </p>
        <Figures subscription={subscription} />
        {provider === 'off' ? <p>{text.off}</p> : null}
        {provider === 'none' ? <p>{text.none}</p> : null}
        <Plans />
        {canManage ? <Actions subscription={subscription} /> : null}
        {canManage || provider === 'off' ? null : (
          <div>
            <p>{text.askOwner}</p>
            <ul>
              {owners.map(({ name, email }) => (
                <li key={email}>
                  {name} <a href={`mailto:${email}`}>{email}</a>
                </li>
              ))}
            </ul>
          </div>
        )}
      </Card>
      {isActive ? null : <WhatWorks />}
      {canManage && provider !== 'off' ? <Invoices subscription={subscription} /> : null}
    </>
  );
}

function Actions({ subscription }: { subscription: Subscription }) {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const { provider, status } = subscription;
  const open = useSubmit(async () => {
    const { url } = await openPayment(call, subscription);
    location.assign(url);
  });
  if (provider === 'stripe') {
    return (
      <div className={styles.actions}>
        {open.error ? <FormError>{describeError(open.error)}</FormError> : null}
        <Button variant="primary" isBusy={open.isBusy} onClick={open.submit}>
          {isRunning(subscription)
            ? status === 'past_due'
              ? text.mendPayment
              : text.manage
            : text.subscribe}
        </Button>
      </div>
    );
  }
  return provider === 'simulated' ? (
    <Simulation onEvent={(event) => simulate(call, queryClient, event)} />
  ) : null;
}

function Simulation({ onEvent }: { onEvent: (event: SimulatedEvent) => Promise<void> }) {
  const events = ['pay', 'fail', 'cancel', 'end'] as const;
  return (
    <>
      <Banner tone="warning">{text.simulated}</Banner>
      <div className={styles.actions}>
        {events.map((event) => (
          <SimulateButton key={event} event={event} onEvent={onEvent} />
        ))}
      </div>
    </>
  );
}

function SimulateButton({
  event,
  onEvent,
}: {
  event: SimulatedEvent;
  onEvent: (event: SimulatedEvent) => Promise<void>;
}) {
  const { isBusy, error, submit } = useSubmit(() => onEvent(event));
  return (
    <>
      <Button variant={event === 'pay' ? 'primary' : 'secondary'} isBusy={isBusy} onClick={submit}>
        {text[event]}
      </Button>
      {error ? <FormError>{describeError(error)}</FormError> : null}
    </>
  );
}

function explain(
  { status, trialEndsAt, currentPeriodEndsAt, graceEndsAt, cancelAtPeriodEnd }: Subscription,
  day: (instant: string) => string,
): string {
  if (status === 'trial' && trialEndsAt) return text.trialEnds(day(trialEndsAt));
  if (status === 'active' && currentPeriodEndsAt) {
    return cancelAtPeriodEnd
      ? text.periodEnds(day(currentPeriodEndsAt))
      : text.renews(day(currentPeriodEndsAt));
  }
  if (status === 'past_due' && graceEndsAt) return text.graceEnds(day(graceEndsAt));
  return status === 'inactive' ? text.inactive : '';
}
