import {
  NOTIFICATIONS,
  type Notification,
  wantsMail,
  withNotification,
} from '@stint/domain/workspace/notifications.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { preferencesQuery, savePreferences, sendTestMail } from '../../entities/team-member.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { lists } from '../../messages/lists.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, FormError } from '../../ui/field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { text } from './messages.ts';
import styles from './settings.module.css';

/** Which mails the person wants; each switch is saved at once. */
export function NotificationsForm() {
  const { session, start } = useApp();
  const id = start.me.teamMemberID;
  const preferences = useQuery(preferencesQuery(session.call, id));
  const queryClient = useQueryClient();
  const toast = useToast();
  // Shown at once, and taken back where it could not be saved.
  const [saving, setSaving] = useState<{ name: Notification; isOn: boolean } | null>(null);
  if (preferences.error && !preferences.data) {
    return (
      <>
        <FormError>{describeError(preferences.error)}</FormError>
        <Button onClick={() => void preferences.refetch()}>{text.tryAgain}</Button>
      </>
    );
  }
  if (!preferences.data) return <SkeletonRows count={4} label={lists.loading} />;
  const known = preferences.data;
  const change = async (name: Notification, isOn: boolean) => {
    setSaving({ name, isOn });
    try {
      const body = withNotification(known, name, isOn);
      const saved = await savePreferences(session.call, id, body);
      queryClient.setQueryData(preferencesQuery(session.call, id).queryKey, saved);
      toast({ text: text.saved });
    } catch (error) {
      toast({ text: describeError(error), tone: 'danger' });
    } finally {
      setSaving(null);
    }
  };
  return (
    <div className={styles.form}>
      {NOTIFICATIONS.map((name) => (
        <div key={name} className={styles.mail}>
          <Checkbox
            label={text.mails[name].label}
            hint={text.mails[name].hint}
            checked={saving?.name === name ? saving.isOn : wantsMail(known, name)}
            disabled={saving !== null}
            onChange={(event) => void change(name, event.target.checked)}
          />
          <TestMail name={name} />
        </div>
      ))}
    </div>
  );
}

/** What a mail looks like, and that it arrives; also of a kind that is switched off. */
function TestMail({ name }: { name: Notification }) {
  const { call } = useApp().session;
  const toast = useToast();
  const { isBusy, error, submit } = useSubmit(async () => {
    const { to } = await sendTestMail(call, name);
    toast({ text: text.testSent(to) });
  });
  return (
    <>
      <Button isBusy={isBusy} aria-label={`${text.sendTest}: ${text.mails[name].label}`} onClick={submit}>
        {text.sendTest}
      </Button>
      {error ? <FormError>{describeError(error)}</FormError> : null}
    </>
  );
}
