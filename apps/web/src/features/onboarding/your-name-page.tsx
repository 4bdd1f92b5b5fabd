import { MAX_NAME_LENGTH } from '@stint/domain/workspace/lengths.ts';
import { useRef, useState } from 'react';
import type { SitePageProps } from '../../lib/site-page.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { SignOutButton } from '../../ui/sign-out-button.tsx';
import { SiteCard, SiteLayout } from '../../ui/site-layout.tsx';
import { text } from './messages.ts';
import styles from './onboarding.module.css';

/** `/your-name`: asked once, after signing up; every workspace takes the name from the account. */
export function YourNamePage({ session }: SitePageProps) {
  const [name, setName] = useState(session.auth.user()?.name ?? '');
  const [isMissing, setIsMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { isBusy, error, submit } = useSubmit(async () => {
    setIsMissing(name.trim() === '');
    if (name.trim() === '') {
      input.current?.focus();
      return;
    }
    await session.auth.updateUser({ name: name.trim() });
    location.assign('/continue-signup');
  });
  return (
    <SiteLayout aside={<SignOutButton auth={session.auth} />}>
      <SiteCard title={text.name.title} text={text.name.text}>
        <Form className={styles.form} error={error} onSubmit={submit}>
          <Field label={text.name.label} error={isMissing ? text.name.missing : null}>
            <Input
              ref={input}
              name="name"
              value={name}
              maxLength={MAX_NAME_LENGTH}
              autoComplete="name"
              autoFocus
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <Button variant="primary" type="submit" isBusy={isBusy} isWide>
            {text.name.next}
          </Button>
        </Form>
      </SiteCard>
    </SiteLayout>
  );
}
