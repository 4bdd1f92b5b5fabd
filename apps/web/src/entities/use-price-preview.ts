import { useQuery } from '@tanstack/react-query';
import { useApp } from '../lib/app-context.ts';
import { useSettled } from '../lib/use-settled.ts';
import { type PriceDraft, pricePreviewQuery } from './rate.ts';

/** Figures are asked for when nobody has typed for that long. */
const quietMs = 300;

/** What a change of rates would do, while it is typed. @param draft null: nothing of it is another one */
export function usePricePreview(draft: PriceDraft | null) {
  const typed = JSON.stringify(draft);
  const settled = useSettled(typed, quietMs);
  const { data, error, isPlaceholderData } = useQuery(
    pricePreviewQuery(useApp().session.call, JSON.parse(settled) as PriceDraft | null),
  );
  return {
    change: draft === null ? null : (data ?? null),
    error: draft === null ? null : error,
    // Until its own figures are there, those of the draft before stand here: nobody agrees to them.
    isOfBefore: isPlaceholderData || settled !== typed,
  };
}
