import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeMember, memberQuery, type TeamMember } from '../../entities/team-member.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { theirsOf } from '../../lib/theirs-of.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { common } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { Button } from '../../ui/button.tsx';
import { ConflictChoice } from '../../ui/conflict-choice.tsx';
import { Field, FormError, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type FieldWords, useSharedValues } from '../../ui/use-shared-values.ts';
import { text } from './messages.ts';
import styles from './settings.module.css';

/** The own name as others see it. */
export function ProfileForm() {
  const { session, start } = useApp();
  const me = useQuery(memberQuery(session.call, start.me.teamMemberID));
  if (me.error && !me.data) return <FormError>{describeError(me.error)}</FormError>;
  if (!me.data) return <NameToCome />;
  return <NameForm me={me.data} />;
}

/** The form before it is known what is in it, as high as it will be. */
function NameToCome() {
  return (
    <div className={styles.form} role="status" aria-label={lists.loading}>
      {[text.firstName, text.lastName, text.email].map((label) => (
        <Field key={label} label={label}>
          <Input value="" disabled />
        </Field>
      ))}
      <Button variant="primary" disabled>
        {common.save}
      </Button>
    </div>
  );
}

type Values = Pick<TeamMember, 'firstName' | 'lastName'>;

const valuesOf = ({ firstName, lastName }: TeamMember): Values => ({ firstName, lastName });

const words: FieldWords<Values> = {
  firstName: { label: text.firstName },
  lastName: { label: text.lastName },
};

function NameForm({ me }: { me: TeamMember }) {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const toast = useToast();
  const { values, set, stored, choice, meet, settle } = useSharedValues({ stored: me, valuesOf, words });
  const { firstName, lastName } = values;
  const [isMissing, setIsMissing] = useState(false);
  const { isBusy, error, submit } = useSubmit(async () => {
    setIsMissing(firstName.trim() === '');
    if (firstName.trim() === '') return;
    try {
      const names = { firstName: firstName.trim(), lastName: lastName.trim() };
      settle(await changeMember(call, stored, names), values);
    } catch (thrown) {
      // An admin may have changed it.
      const theirs = theirsOf<TeamMember>(thrown);
      if (theirs) meet(theirs);
      throw thrown;
    }
    await invalidate(queryClient, 'team', 'workspace');
    toast({ text: text.saved });
  });
  const isOver = theirsOf(error) !== null && choice === null;
  return (
    <Form className={styles.form} error={isOver ? null : error} onSubmit={submit}>
      {choice ? <ConflictChoice {...choice} onMine={submit} /> : null}
      <Field label={text.firstName} error={isMissing ? lists.nameMissing : null}>
        <Input
          value={firstName}
          maxLength={200}
          autoComplete="given-name"
          onChange={(event) => set({ firstName: event.target.value })}
        />
      </Field>
      <Field label={text.lastName}>
        <Input
          value={lastName}
          maxLength={200}
          autoComplete="family-name"
          onChange={(event) => set({ lastName: event.target.value })}
        />
      </Field>
      <Field label={text.email}>
        <Input value={me.email ?? ''} disabled />
      </Field>
      <Button type="submit" variant="primary" isBusy={isBusy}>
        {common.save}
      </Button>
    </Form>
  );
}
