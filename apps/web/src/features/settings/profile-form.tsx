import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeMember, memberQuery, type TeamMember } from '../../entities/team-member.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { common } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FormError, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { text } from './messages.ts';
import styles from './settings.module.css';

/** The own name as others see it. */
export function ProfileForm() {
  const { session, start } = useApp();
  const me = useQuery(memberQuery(session.call, start.me.teamMemberID));
  if (me.error && !me.data) return <FormError>{describeError(me.error)}</FormError>;
  if (!me.data) return <SkeletonRows count={3} label={lists.loading} />;
  return <NameForm key={me.data.version} me={me.data} />;
}

function NameForm({ me }: { me: TeamMember }) {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const toast = useToast();
  const [firstName, setFirstName] = useState(me.firstName);
  const [lastName, setLastName] = useState(me.lastName);
  const [isMissing, setIsMissing] = useState(false);
  const { isBusy, error, submit } = useSubmit(async () => {
    setIsMissing(firstName.trim() === '');
    if (firstName.trim() === '') return;
    await changeMember(call, me, { firstName: firstName.trim(), lastName: lastName.trim() });
    await invalidate(queryClient, 'team', 'workspace');
    toast({ text: text.saved });
  });
  return (
    <Form className={styles.form} error={error} onSubmit={submit}>
      <Field label={text.firstName} error={isMissing ? lists.nameMissing : null}>
        <Input
          value={firstName}
          maxLength={200}
          autoComplete="given-name"
          onChange={(event) => setFirstName(event.target.value)}
        />
      </Field>
      <Field label={text.lastName}>
        <Input
          value={lastName}
          maxLength={200}
          autoComplete="family-name"
          onChange={(event) => setLastName(event.target.value)}
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
