import { MAX_NAME_LENGTH } from '@stint/domain/workspace/lengths.ts';
import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import { type Client, changeClient, clientsQuery, createClient } from '../../entities/client.ts';
import { usePricePreview } from '../../entities/use-price-preview.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { parseMoney, typedMoney } from '../../lib/money.ts';
import { findSameName } from '../../lib/same-name.ts';
import { useKeptIds } from '../../lib/use-kept-ids.ts';
import { common } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { Field, Input, TextArea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PriceChange } from '../../ui/price-change.tsx';
import { useRecordForm } from '../../ui/use-record-form.ts';
import type { FieldWords } from '../../ui/use-shared-values.ts';
import { text } from './messages.ts';

/** Texts that may be missing, in the order of the form, with the most that the gateway takes. */
const TEXTS = [
  ['code', lists.code, 64],
  ['contactName', text.contact, 200],
  ['email', text.email, 254],
  ['phone', text.phone, 40],
  ['address', text.address, 1000],
  ['taxNumber', text.taxNumber, 64],
  ['notes', text.notes, 4000],
] as const;
const SEVERAL_LINES: readonly string[] = ['address', 'notes'];

type TextName = (typeof TEXTS)[number][0];
type Values = Record<TextName, string> & {
  clientName: string;
  /** Empty: the workspace's. */
  currency: string;
  /** As it is typed. */
  rate: string;
};

/** @param own the currency of the workspace */
function valuesOf(client: Client | null, own: string): Values {
  const texts = Object.fromEntries(TEXTS.map(([name]) => [name, client?.[name] ?? '']));
  const rate = client?.defaultRate;
  return {
    ...(texts as Record<TextName, string>),
    clientName: client?.clientName ?? '',
    currency: client?.currency ?? '',
    rate: rate == null ? '' : typedMoney(rate, client?.currency ?? own),
  };
}

/** What time is priced by, of what is typed. @param billed the currency that it is billed in */
function pricesOf({ currency, rate }: Pick<Values, 'currency' | 'rate'>, billed: string) {
  return { currency: currency || null, defaultRate: rate.trim() ? parseMoney(rate, billed) : null };
}

function wordsOf(currency: string): FieldWords<Values> {
  const texts = Object.fromEntries(TEXTS.map(([name, label]) => [name, { label }]));
  return {
    ...(texts as Record<TextName, { label: string }>),
    clientName: { label: lists.name },
    currency: { label: text.currency },
    rate: { label: text.rate(currency) },
  };
}

/** Adds or changes a client. */
export function ClientDialog({ client, onClose }: { client: Client | null; onClose: () => void }) {
  const { session, start } = useApp();
  const { call } = session;
  const ids = useKeptIds();
  const setsRates = useCan('rate.write');
  const [hasTried, setHasTried] = useState(false);
  const own = start.settings.currency;
  const { values, set, nameError, dialog } = useRecordForm<Values, Client>({
    name: 'clients',
    thing: client,
    valuesOf: (stored) => valuesOf(stored, own),
    words: wordsOf(client?.currency ?? own),
    nameOf: ({ clientName }) => clientName,
    save: ({ clientName, currency, rate, ...texts }, stored) => {
      const fields = {
        ...Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value.trim() || null])),
        clientName,
        ...(setsRates ? pricesOf({ currency, rate }, currencyOf(currency)) : { currency: currency || null }),
      };
      return stored
        ? changeClient(call, stored, fields)
        : ids.keep('client', (id) => createClient(call, id, fields));
    },
    onClose,
  });
  const currencyOf = (typed: string) => (isCurrency(typed) ? typed : own);
  const isCurrencyWrong = values.currency !== '' && !isCurrency(values.currency);
  const isRateWrong =
    values.rate.trim() !== '' && parseMoney(values.rate, currencyOf(values.currency)) === null;
  const isReadable = !isCurrencyWrong && !isRateWrong;
  const before = valuesOf(client, own);
  const isOther = values.rate !== before.rate || values.currency !== before.currency;
  const preview = usePricePreview(
    client && setsRates && isOther && isReadable
      ? { clientID: client.clientID, prices: pricesOf(values, currencyOf(values.currency)) }
      : null,
  );
  const others = (useQuery(clientsQuery(call)).data ?? []).filter(
    ({ clientID }) => clientID !== client?.clientID,
  );
  const same = findSameName(
    values.clientName,
    others.map((other) => other.clientName),
  );
  return (
    <FormDialog
      title={client ? text.edit : text.add}
      {...dialog}
      onSubmit={() => {
        setHasTried(true);
        if (isReadable) dialog.onSubmit();
      }}
    >
      <Field label={lists.name} error={nameError} {...(same ? { hint: lists.sameName(same) } : {})}>
        <Input
          value={values.clientName}
          maxLength={MAX_NAME_LENGTH}
          onChange={(event) => set({ clientName: event.target.value })}
        />
      </Field>
      {TEXTS.map(([name, label, maxLength]) => {
        const Control = SEVERAL_LINES.includes(name) ? TextArea : Input;
        return (
          <Field key={name} label={label} optionalText={common.optional}>
            <Control
              value={values[name]}
              maxLength={maxLength}
              onChange={(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
                set({ [name]: event.target.value })
              }
            />
          </Field>
        );
      })}
      <Field
        label={text.currency}
        hint={text.currencyHint(own)}
        error={hasTried && isCurrencyWrong ? text.currencyWrong : null}
      >
        <Input
          value={values.currency}
          maxLength={3}
          onChange={(event) => set({ currency: event.target.value.toUpperCase() })}
        />
      </Field>
      {setsRates ? (
        <>
          <Field
            label={text.rate(currencyOf(values.currency))}
            hint={text.rateHint}
            error={hasTried && isRateWrong ? text.rateWrong : null}
          >
            <Input
              inputMode="decimal"
              value={values.rate}
              maxLength={16}
              onChange={(event) => set({ rate: event.target.value })}
            />
          </Field>
          <PriceChange {...preview} />
        </>
      ) : null}
    </FormDialog>
  );
}

/** Three letters that name money (ISO 4217); the browser knows how each is written. */
function isCurrency(typed: string): boolean {
  return /^[A-Z]{3}$/.test(typed);
}
