import type { NewRate } from '../../entities/rate.ts';
import { usePricePreview } from '../../entities/use-price-preview.ts';
import { useCan } from '../../lib/actor.ts';
import { Checkbox } from '../../ui/field.tsx';
import { PriceChange, sumOf } from '../../ui/price-change.tsx';
import { text } from './messages.ts';

export type RatePreviewProps = {
  rate: NewRate;
  /** An owner wants approved time changed as well. */
  isAgreed: boolean;
  onAgree: (isAgreed: boolean) => void;
};

/** What a rate changes: open time as soon as it is set, approved time only if an owner agrees. */
export function RatePreview({ rate, isAgreed, onAgree }: RatePreviewProps) {
  const mayAgree = useCan('rate.changeApproved');
  const preview = usePricePreview({ rate });
  const approved = preview.change?.approved;
  return (
    <PriceChange {...preview}>
      {approved && approved.minutes > 0 && mayAgree ? (
        <Checkbox
          label={text.rates.approvedToo(sumOf(approved.before), sumOf(approved.after))}
          hint={text.rates.approvedHint}
          checked={isAgreed}
          disabled={preview.isOfBefore}
          onChange={(event) => onAgree(event.target.checked)}
        />
      ) : null}
    </PriceChange>
  );
}
