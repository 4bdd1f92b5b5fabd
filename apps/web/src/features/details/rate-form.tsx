import { isGivenDate } from '@stint/domain/time/plain-date.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type NewRate, type Rate, type RatesOf, setRate, subjectKey } from '../../entities/rate.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useApp } from '../../lib/app-context.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { parseMoney } from '../../lib/money.ts';
import { today } from '../../lib/today.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox, type ComboboxProps } from '../../ui/combobox.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useToast } from '../../ui/toast.tsx';
import styles from './details.module.css';
import { text } from './messages.ts';
import type { RatePlace } from './rate-places.ts';
import { RatePreview } from './rate-preview.tsx';
import { CurrencyPending, useCurrency } from './use-currency.tsx';

export type RateFormProps = {
  of: RatesOf;
  places: readonly RatePlace[];
  /** The rates that are shown: what is replaced has to be one of them. */
  rates: readonly Rate[];
  /** Where more places are searched elsewhere. */
  search: Pick<ComboboxProps, 'onType' | 'isSearching'>;
};

/** A rate from a day on, with what it changes of the time that is recorded. */
export function RateForm({ of, places, rates, search }: RateFormProps) {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const toast = useToast();
  const [placeKey, setPlaceKey] = useState('');
  /** Typed to find a place, and none is chosen yet: what the form would send is of another one. */
  const [sought, setSought] = useState('');
  const [kind, setKind] = useState<'bill' | 'cost'>('bill');
  const [typed, setTyped] = useState('');
  const [from, setFrom] = useState(today());
  // An owner agrees to the figures of one rate; to those of another place, amount or day nobody has agreed.
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  const [hasTried, setHasTried] = useState(false);
  const place = places.find(({ key }) => key === placeKey) ?? places[0];
  const isPersons = place?.of.teamMemberID != null;
  const money = useCurrency(place?.clientID ?? null);
  const currency = money.data;
  const amount = currency === undefined ? null : parseMoney(typed, currency);
  const isDay = isGivenDate(from);
  const rate: NewRate | null =
    amount === null || currency === undefined || !isDay || !place || sought !== ''
      ? null
      : {
          ...place.of,
          kind: isPersons ? kind : 'bill',
          amount,
          effectiveFrom: from,
          ...(isPersons ? { currency } : {}),
        };
  const key = JSON.stringify(rate);
  const { isBusy, error, submit } = useSubmit(async () => {
    setHasTried(true);
    if (!rate) return;
    const present = rates.find(
      (each) => each.effectiveFrom === from && subjectKey(each) === subjectKey(rate),
    );
    try {
      await setRate(call, {
        ...rate,
        believed: present?.amount ?? null,
        ...(agreedTo === key ? { withApproved: true } : {}),
      });
    } catch (refusal) {
      void invalidate(queryClient, 'ratePreview');
      await invalidate(queryClient, 'rates');
      if (refusal instanceof ApiError && refusal.status === 409) throw new Error(text.rates.taken);
      throw refusal;
    }
    await invalidate(queryClient, 'rates', 'projects', 'clients', 'report');
    setTyped('');
    setAgreedTo(null);
    setHasTried(false);
    toast({ text: text.rates.set });
  });
  return (
    <Form className={styles.form} error={error} onSubmit={submit}>
      {places.length > 1 ? (
        <Field
          label={'projectID' in of ? text.rates.whose : text.rates.project}
          error={hasTried && sought !== '' ? text.rates.placeMissing : null}
        >
          <Combobox
            options={places.map(({ key, label, group }) => ({
              id: key,
              label,
              ...(group ? { detail: group } : {}),
            }))}
            value={placeKey || null}
            placeholder={places[0]?.label ?? ''}
            onChange={(key) => setPlaceKey(key ?? '')}
            onUnchosen={setSought}
            {...search}
            labels={common.chooser}
          />
        </Field>
      ) : null}
      {isPersons ? (
        <Field label={text.rates.kind}>
          <Select value={kind} onChange={(event) => setKind(event.target.value as typeof kind)}>
            {(['bill', 'cost'] as const).map((each) => (
              <option key={each} value={each}>
                {text.rates[each]}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      {currency === undefined ? (
        <CurrencyPending {...money} />
      ) : (
        <>
          <Field
            label={`${text.rates.amount} (${currency})`}
            error={hasTried && amount === null ? text.rates.amountMissing : null}
          >
            <Input
              inputMode="decimal"
              maxLength={16}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
          <Field label={text.rates.from} error={hasTried && !isDay ? text.rates.dateMissing : null}>
            <Input type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
          </Field>
          <Button type="submit" isBusy={isBusy}>
            {text.rates.add}
          </Button>
        </>
      )}
      {rate ? (
        <RatePreview
          rate={rate}
          isAgreed={agreedTo === key}
          onAgree={(isAgreed) => setAgreedTo(isAgreed ? key : null)}
        />
      ) : null}
    </Form>
  );
}
