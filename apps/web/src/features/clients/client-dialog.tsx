import { useQuery } from '@tanstack/react-query';
import { type Client, changeClient, clientsQuery, createClient } from '../../entities/client.ts';
import { useApp } from '../../lib/app-context.ts';
import { findSameName } from '../../lib/same-name.ts';
import { common } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { Field, Input, TextArea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useRecordForm } from '../../ui/use-record-form.ts';
import { text } from './messages.ts';

type Values = { clientName: string; code: string; contactName: string; email: string; notes: string };

/** Adds or changes a client. */
export function ClientDialog({ client, onClose }: { client: Client | null; onClose: () => void }) {
  const { call } = useApp().session;
  const { values, set, nameError, dialog } = useRecordForm<Values>({
    name: 'clients',
    isNew: client === null,
    initial: {
      clientName: client?.clientName ?? '',
      code: client?.code ?? '',
      contactName: client?.contactName ?? '',
      email: client?.email ?? '',
      notes: client?.notes ?? '',
    },
    nameOf: ({ clientName }) => clientName,
    save: ({ clientName, ...others }) => {
      const orNull = (value: string) => value.trim() || null;
      const fields = {
        clientName,
        code: orNull(others.code),
        contactName: orNull(others.contactName),
        email: orNull(others.email),
        notes: orNull(others.notes),
      };
      return client ? changeClient(call, client, fields) : createClient(call, fields);
    },
    onClose,
  });
  const others = (useQuery(clientsQuery(call)).data ?? []).filter(
    ({ clientID }) => clientID !== client?.clientID,
  );
  const same = findSameName(
    values.clientName,
    others.map((other) => other.clientName),
  );
  return (
    <FormDialog title={client ? text.edit : text.add} {...dialog}>
      <Field label={lists.name} error={nameError} {...(same ? { hint: lists.sameName(same) } : {})}>
        <Input
          value={values.clientName}
          maxLength={200}
          onChange={(event) => set({ clientName: event.target.value })}
        />
      </Field>
      <Field label={lists.code} optionalText={common.optional}>
        <Input value={values.code} maxLength={64} onChange={(event) => set({ code: event.target.value })} />
      </Field>
      <Field label={text.contact} optionalText={common.optional}>
        <Input
          value={values.contactName}
          maxLength={200}
          onChange={(event) => set({ contactName: event.target.value })}
        />
      </Field>
      <Field label={text.email} optionalText={common.optional}>
        <Input
          type="email"
          value={values.email}
          maxLength={254}
          onChange={(event) => set({ email: event.target.value })}
        />
      </Field>
      <Field label={text.notes} optionalText={common.optional}>
        <TextArea
          value={values.notes}
          maxLength={4000}
          onChange={(event) => set({ notes: event.target.value })}
        />
      </Field>
    </FormDialog>
  );
}
