import { chargeOf } from '@stint/domain/workspace/seat-price.ts';
import { trialDaysLeft } from '@stint/domain/workspace/subscription.ts';
import type { Subscription } from '../../entities/subscription.ts';
import { formatMoney } from '../../lib/money.ts';
import { useFullDate } from '../../lib/use-full-date.ts';
import styles from './billing-page.module.css';
import { text } from './messages.ts';

/** Seats, what one costs, and what is charged next. */
export function Figures({ subscription }: { subscription: Subscription }) {
  const fullDate = useFullDate();
  const { status, trialEndsAt, seatsUsed, seatsPaid, price, provider, cancelAtPeriodEnd } = subscription;
  const days = trialDaysLeft({ status, trialEndsAt: trialEndsAt ? new Date(trialEndsAt) : null }, new Date());
  const isBilled = provider !== 'off' && provider !== 'none';
  return (
    <dl className={styles.figures}>
      {days > 0 ? (
        <div>
          <dt>{text.trialRest}</dt>
          <dd>{text.trialLeft(days)}</dd>
        </div>
      ) : null}
      <div>
        <dt>{text.seats}</dt>
        <dd>{text.seatsUsed(seatsUsed, seatsPaid)}</dd>
        <dd className={styles.quiet}>{text.seatsHint}</dd>
      </div>
      {isBilled && price ? (
        <div>
          <dt>{text.price}</dt>
          <dd>{text.prices[price.interval](formatMoney(price.amount, price.currency))}</dd>
        </div>
      ) : null}
      {isBilled ? (
        <div>
          <dt>{text.nextCharge}</dt>
          <dd>{nextCharge(subscription, fullDate)}</dd>
          {price && status === 'active' && !cancelAtPeriodEnd ? (
            <dd className={styles.quiet}>{text.chargeHint}</dd>
          ) : null}
        </div>
      ) : null}
    </dl>
  );
}

/** What the next payment is, and when. */
function nextCharge(
  { status, price, seatsUsed, currentPeriodEndsAt, cancelAtPeriodEnd }: Subscription,
  day: (instant: string) => string,
): string {
  if (cancelAtPeriodEnd) return text.noCharge;
  const amount = price ? formatMoney(chargeOf(price, seatsUsed), price.currency) : null;
  if (status === 'active' && currentPeriodEndsAt)
    return amount ? text.charge(amount, day(currentPeriodEndsAt)) : day(currentPeriodEndsAt);
  if (!amount) return text.noChargeYet;
  return status === 'past_due' ? text.chargeDue(amount) : text.afterTrial(amount);
}
