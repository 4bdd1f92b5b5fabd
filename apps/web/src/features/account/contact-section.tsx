import { isEmail, MAX_EMAIL_LENGTH } from '@stint/domain/auth/email.ts';
import { useState } from 'react';
import { useSubmit } from '../../lib/use-async.ts';
import { common } from '../../messages/common.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useConfirmedSubmit } from '../../ui/step-up.tsx';
import { useToast } from '../../ui/toast.tsx';
import styles from './account.module.css';
import { useAccount } from './account-context.ts';
import { text } from './messages.ts';

/** Address and number: each is proven before it counts. */
export function ContactSection() {
  const [changing, setChanging] = useState<'email' | 'phone' | 'removal' | null>(null);
  const close = () => setChanging(null);
  return (
    <>
      <EmailFact onChange={() => setChanging('email')} />
      {changing === 'email' ? <EmailForm onClose={close} /> : null}
      <PhoneFact onChange={() => setChanging('phone')} onRemove={() => setChanging('removal')} />
      {changing === 'phone' ? <PhoneForm onClose={close} /> : null}
      {changing === 'removal' ? <PhoneRemoval onClose={close} /> : null}
    </>
  );
}

function EmailFact({ onChange }: { onChange: () => void }) {
  const { session, account } = useAccount();
  const [isSent, setIsSent] = useState(false);
  const { email, isEmailConfirmed } = account;
  const { isBusy, error, submit } = useSubmit(async () => {
    await session.auth.sendLoginLink({ email: email ?? '' });
    setIsSent(true);
  });
  return (
    <Form className={styles.form} error={error} onSubmit={submit}>
      <div className={styles.fact}>
        <span>{text.email}</span>
        <b>{email}</b>
        <Badge tone={isEmailConfirmed ? 'success' : 'warning'}>
          {isEmailConfirmed ? text.confirmed : text.unconfirmed}
        </Badge>
      </div>
      <div className={styles.actions}>
        <Button onClick={onChange}>{text.changeEmail}</Button>
        {isEmailConfirmed || !email ? null : (
          <Button type="submit" isBusy={isBusy}>
            {text.resend}
          </Button>
        )}
      </div>
      {isSent && email ? <p role="status">{text.confirmSent(email)}</p> : null}
    </Form>
  );
}

function EmailForm({ onClose }: { onClose: () => void }) {
  const { session } = useAccount();
  const [email, setEmail] = useState('');
  const [isInvalid, setIsInvalid] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { isBusy, error, submit } = useConfirmedSubmit(async () => {
    setIsInvalid(!isEmail(email.trim()));
    if (!isEmail(email.trim())) return;
    await session.auth.account.changeEmail(email.trim());
    setSentTo(email.trim());
  });
  if (sentTo) return <p role="status">{text.proofSent(sentTo)}</p>;
  return (
    <Form className={styles.form} error={error} onSubmit={submit}>
      <Field label={text.newEmail} error={isInvalid ? text.emailInvalid : null}>
        <Input
          type="email"
          value={email}
          maxLength={MAX_EMAIL_LENGTH}
          autoComplete="email"
          autoFocus
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {text.sendProof}
        </Button>
        <Button onClick={onClose}>{common.cancel}</Button>
      </div>
    </Form>
  );
}

function PhoneFact({ onChange, onRemove }: { onChange: () => void; onRemove: () => void }) {
  const { phoneNumber, isPhoneNumberConfirmed } = useAccount().account;
  return (
    <div className={styles.form}>
      <div className={styles.fact}>
        <span>{text.phone}</span>
        <b>{phoneNumber ?? text.noPhone}</b>
        {phoneNumber ? (
          <Badge tone={isPhoneNumberConfirmed ? 'success' : 'warning'}>
            {isPhoneNumberConfirmed ? text.confirmed : text.unconfirmed}
          </Badge>
        ) : null}
      </div>
      <div className={styles.actions}>
        <Button onClick={onChange}>{text.changePhone}</Button>
        {phoneNumber ? <Button onClick={onRemove}>{text.removePhone}</Button> : null}
      </div>
    </div>
  );
}

function PhoneForm({ onClose }: { onClose: () => void }) {
  const { session, reload } = useAccount();
  const toast = useToast();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<'phone' | 'code' | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [code, setCode] = useState('');
  const send = useConfirmedSubmit(async () => {
    // 80 KB of number plans, for those who change a number.
    const { parsePhone } = await import('@stint/domain/auth/phone.ts');
    const parsed = parsePhone(typed);
    setProblem(parsed.ok ? null : 'phone');
    if (!parsed.ok) return;
    await session.auth.account.changePhoneNumber(parsed.phoneNumber);
    setSentTo(parsed.phoneNumber);
  });
  const save = useConfirmedSubmit(async () => {
    setProblem(code.trim() === '' ? 'code' : null);
    if (code.trim() === '' || !sentTo) return;
    await session.auth.account.changePhoneNumber(sentTo, code.trim());
    await session.auth.refresh({ force: true });
    await reload();
    toast({ text: text.saved });
    onClose();
  });
  return (
    <>
      <Form className={styles.form} error={send.error} onSubmit={send.submit}>
        <Field
          label={text.newPhone}
          hint={text.phoneHint}
          error={problem === 'phone' ? text.phoneInvalid : null}
        >
          <Input
            type="tel"
            value={typed}
            maxLength={32}
            autoComplete="tel"
            autoFocus
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <div className={styles.actions}>
          <Button type="submit" variant={sentTo ? 'secondary' : 'primary'} isBusy={send.isBusy}>
            {text.sendCode}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </Form>
      {sentTo ? (
        <Form className={styles.form} error={save.error} onSubmit={save.submit}>
          <p role="status">{text.codeSent(sentTo)}</p>
          <Field label={text.code} error={problem === 'code' ? text.codeMissing : null}>
            <Input
              value={code}
              maxLength={20}
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              onChange={(event) => setCode(event.target.value)}
            />
          </Field>
          <Button type="submit" variant="primary" isBusy={save.isBusy}>
            {text.saveNumber}
          </Button>
        </Form>
      ) : null}
    </>
  );
}

function PhoneRemoval({ onClose }: { onClose: () => void }) {
  const { session, reload } = useAccount();
  const toast = useToast();
  const { isBusy, error, submit } = useConfirmedSubmit(async () => {
    await session.auth.account.removePhoneNumber();
    await reload();
    toast({ text: text.phoneRemoved });
    onClose();
  });
  return (
    <FormDialog
      title={text.removePhone}
      submitLabel={text.removePhone}
      isBusy={isBusy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text.removePhoneText}</p>
    </FormDialog>
  );
}
