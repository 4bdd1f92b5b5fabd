import { isGivenDate } from '@stint/domain/time/plain-date.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type NewRate, type Rate, type RatesOf, setRate, subjectKey } from '../../entities/rate.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useApp } from '../../lib/app-context.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { parseMoney, typedMoney } from '../../lib/money.ts';
import { today } from '../../lib/today.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox, type ComboboxProps } from '../../ui/combobox.tsx';
import { ConflictChoice, type ConflictChoiceProps } from '../../ui/conflict-choice.tsx';
import { Field, FormError, Input, Select } from '../../ui/field.tsx';
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

/** @property slot the day and the thing whose rate somebody else had set meanwhile @property mine what was typed then */
type Refused = { slot: string | null; mine: string };

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
  const [refused, setRefused] = useState<Refused | null>(null);
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
  const slot = rate && `${from} ${subjectKey(rate)}`;
  const present = rates.find((each) => `${each.effectiveFrom} ${subjectKey(each)}` === slot);
  const clear = () => {
    setTyped('');
    setAgreedTo(null);
    setHasTried(false);
    setRefused(null);
  };
  const { isBusy, error, submit } = useSubmit(async () => {
    setHasTried(true);
    setRefused(null);
    if (!rate) return;
    try {
      await setRate(call, {
        ...rate,
        believed: present?.amount ?? null,
        ...(agreedTo === key ? { withApproved: true } : {}),
      });
    } catch (refusal) {
      void invalidate(queryClient, 'ratePreview');
      await invalidate(queryClient, 'rates');
      if (!(refusal instanceof ApiError && refusal.code === 'version_conflict')) throw refusal;
      setRefused({ slot, mine: typed });
      // It was agreed to figures that a colleague has changed.
      setAgreedTo(null);
      return;
    }
    await invalidate(queryClient, 'rates', 'projects', 'clients', 'report');
    clear();
    toast({ text: text.rates.set });
  });
  // Of another day or thing nobody was faster.
  const isRefused = refused !== null && refused.slot === slot;
  return (
    <Form className={styles.form} error={error} onSubmit={submit}>
      {isRefused && present ? (
        <ConflictChoice
          {...choiceOf({ mine: refused.mine, typed, present, onType: setTyped })}
          onMine={submit}
          onTheirs={clear}
        />
      ) : null}
      {isRefused && !present ? <FormError>{text.rates.gone}</FormError> : null}
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

type Choosing = { mine: string; typed: string; present: Rate; onType: (typed: string) => void };

/** The amount that was typed beside the one that somebody else has set for the same day. */
function choiceOf({
  mine,
  typed,
  present: { amount, currency },
  onType,
}: Choosing): Pick<ConflictChoiceProps, 'fields' | 'taken'> {
  const theirs = typedMoney(amount, currency);
  const isTheirs = parseMoney(typed, currency) === amount;
  const field = {
    label: text.rates.amount,
    mine: isTheirs ? mine : typed,
    theirs,
    isTheirs,
    onMine: () => onType(mine),
    onTheirs: () => onType(theirs),
  };
  return { fields: [field], taken: [] };
}
