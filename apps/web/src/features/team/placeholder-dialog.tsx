import { MAX_EMAIL_LENGTH } from '@stint/domain/auth/email.ts';
import { MAX_NAME_LENGTH } from '@stint/domain/workspace/lengths.ts';
import { createPlaceholder } from '../../entities/team-member.ts';
import { useApp } from '../../lib/app-context.ts';
import { useKeptIds } from '../../lib/use-kept-ids.ts';
import { common } from '../../messages/common.ts';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useRecordForm } from '../../ui/use-record-form.ts';
import { text } from './messages.ts';

/** Adds somebody who does not sign in, so that time can be recorded for them. */
export function PlaceholderDialog({ onClose }: { onClose: () => void }) {
  const { call } = useApp().session;
  const ids = useKeptIds();
  const { values, set, nameError, dialog } = useRecordForm({
    name: 'team',
    thing: null,
    valuesOf: () => ({ firstName: '', lastName: '', email: '' }),
    words: {
      firstName: { label: text.firstName },
      lastName: { label: text.lastName },
      email: { label: text.placeholderEmail },
    },
    nameOf: ({ firstName, lastName }) => (firstName.trim() ? `${firstName} ${lastName}`.trim() : ''),
    save: ({ firstName, lastName, email }) => {
      const fields = {
        firstName: firstName.trim(),
        lastName: lastName.trim(),
        email: email.trim() || null,
      };
      return ids.keep(JSON.stringify(fields), (id) => createPlaceholder(call, id, fields));
    },
    onClose,
  });
  return (
    <FormDialog title={text.placeholderTitle} {...dialog}>
      <p>{text.placeholderText}</p>
      <Field label={text.firstName} error={nameError}>
        <Input
          value={values.firstName}
          maxLength={MAX_NAME_LENGTH}
          onChange={(event) => set({ firstName: event.target.value })}
        />
      </Field>
      <Field label={text.lastName} optionalText={common.optional}>
        <Input
          value={values.lastName}
          maxLength={MAX_NAME_LENGTH}
          onChange={(event) => set({ lastName: event.target.value })}
        />
      </Field>
      <Field label={text.placeholderEmail} optionalText={common.optional}>
        <Input
          type="email"
          value={values.email}
          maxLength={MAX_EMAIL_LENGTH}
          onChange={(event) => set({ email: event.target.value })}
        />
      </Field>
    </FormDialog>
  );
}
