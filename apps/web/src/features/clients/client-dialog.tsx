import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import { type Client, changeClient, clientsQuery, createClient } from '../../entities/client.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { parseMoney, typedMoney } from '../../lib/money.ts';
import { findSameName } from '../../lib/same-name.ts';
import { common } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { Field, Input, TextArea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useRecordForm } from '../../ui/use-record-form.ts';
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

/** Adds or changes a client. */
export function ClientDialog({ client, onClose }: { client: Client | null; onClose: () => void }) {
  const { session, start } = useApp();
  const { call } = session;
  const setsRates = useCan('rate.write');
  const [hasTried, setHasTried] = useState(false);
  const first = client?.currency ?? start.settings.currency;
  const { values, set, nameError, dialog } = useRecordForm<Values, Client>({
    name: 'clients',
    isNew: client === null,
    initial: {
      ...(Object.fromEntries(TEXTS.map(([name]) => [name, client?.[name] ?? ''])) as Record<
        TextName,
        string
      >),
      clientName: client?.clientName ?? '',
      currency: client?.currency ?? '',
      rate: client?.defaultRate == null ? '' : typedMoney(client.defaultRate, first),
    },
    nameOf: ({ clientName }) => clientName,
    save: ({ clientName, currency, rate, ...texts }, theirs) => {
      const fields = {
        ...Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value.trim() || null])),
        clientName,
        currency: currency || null,
        ...(setsRates ? { defaultRate: rate.trim() ? parseMoney(rate, currencyOf(currency)) : null } : {}),
      };
      return client ? changeClient(call, theirs ?? client, fields) : createClient(call, fields);
    },
    onClose,
  });
  const currencyOf = (typed: string) => (isCurrency(typed) ? typed : start.settings.currency);
  const isCurrencyWrong = values.currency !== '' && !isCurrency(values.currency);
  const isRateWrong =
    values.rate.trim() !== '' && parseMoney(values.rate, currencyOf(values.currency)) === null;
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
        if (!isCurrencyWrong && !isRateWrong) dialog.onSubmit();
      }}
    >
      <Field label={lists.name} error={nameError} {...(same ? { hint: lists.sameName(same) } : {})}>
        <Input
          value={values.clientName}
          maxLength={200}
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
        hint={text.currencyHint(start.settings.currency)}
        error={hasTried && isCurrencyWrong ? text.currencyWrong : null}
      >
        <Input
          value={values.currency}
          maxLength={3}
          onChange={(event) => set({ currency: event.target.value.toUpperCase() })}
        />
      </Field>
      {setsRates ? (
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
      ) : null}
    </FormDialog>
  );
}

/** Three letters that name money (ISO 4217); the browser knows how each is written. */
function isCurrency(typed: string): boolean {
  return /^[A-Z]{3}$/.test(typed);
}
