import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type NewRate, ratePreviewQuery } from '../../entities/rate.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { formatHours } from '../../lib/hours.ts';
import { formatMoney } from '../../lib/money.ts';
import { Checkbox, FormError } from '../../ui/field.tsx';
import styles from './details.module.css';
import { text } from './messages.ts';

/** Figures are asked for when nobody has typed for that long. */
const quietMs = 300;

export type RatePreviewProps = {
  rate: NewRate;
  /** An owner wants approved time changed as well. */
  isAgreed: boolean;
  onAgree: (isAgreed: boolean) => void;
};

/** What a rate changes: open time as soon as it is set, approved time only if an owner agrees. */
export function RatePreview({ rate, isAgreed, onAgree }: RatePreviewProps) {
  const mayAgree = useCan('rate.changeApproved');
  const settled = useSettled(rate);
  const preview = useQuery(ratePreviewQuery(useApp().session.call, settled));
  if (preview.error) return <FormError>{describeError(preview.error)}</FormError>;
  if (!preview.data) return null;
  const { open, approved } = preview.data;
  const words = text.rates;
  // Until its own figures are there, those of the rate before stand here: nobody agrees to them.
  const isOfBefore = preview.isPlaceholderData || JSON.stringify(settled) !== JSON.stringify(rate);
  return (
    <div className={styles.preview} aria-busy={isOfBefore}>
      <p role="status">
        {open.minutes > 0
          ? words.preview(formatHours(open.minutes), sumOf(open.before), sumOf(open.after))
          : words.previewNothing}
      </p>
      {approved.minutes > 0 ? (
        <p className={styles.quiet}>
          {words.approvedKept(formatHours(approved.minutes), sumOf(approved.before))}
        </p>
      ) : null}
      {approved.minutes > 0 && mayAgree ? (
        <Checkbox
          label={words.approvedToo(sumOf(approved.before), sumOf(approved.after))}
          hint={words.approvedHint}
          checked={isAgreed}
          disabled={isOfBefore}
          onChange={(event) => onAgree(event.target.checked)}
        />
      ) : null}
    </div>
  );
}

/** Money of several currencies side by side. */
function sumOf(amounts: readonly { currency: string; amount: number }[]): string {
  return (
    amounts.map(({ currency, amount }) => formatMoney(amount, currency)).join(' + ') || text.rates.noMoney
  );
}

/** The rate as it was when typing paused. */
function useSettled(rate: NewRate): NewRate | null {
  const [settled, setSettled] = useState<NewRate | null>(null);
  const typed = JSON.stringify(rate);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(typed)), quietMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
