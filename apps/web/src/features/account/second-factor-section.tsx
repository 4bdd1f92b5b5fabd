import type { TotpSetup } from '@latchkey/client';
import { useState } from 'react';
import { describeError } from '../../lib/describe-error.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FormError, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useConfirmedSubmit } from '../../ui/step-up.tsx';
import { useToast } from '../../ui/toast.tsx';
import styles from './account.module.css';
import { useAccount } from './account-context.ts';
import { BackupCodes } from './backup-codes.tsx';
import { text } from './messages.ts';

const words = text.second;

/** The authenticator and its backup codes. */
export function SecondFactorSection() {
  const { session, account, reload } = useAccount();
  const [setup, setSetup] = useState<TotpSetup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isRemoving, setIsRemoving] = useState(false);
  const begin = useConfirmedSubmit(async () => setSetup(await session.auth.getTotp()));
  const renew = useConfirmedSubmit(async () => {
    setCodes(await session.auth.account.renewBackupCodes());
    await reload();
  });
  const error = begin.error ?? renew.error;
  return (
    <>
      {error ? <FormError>{describeError(error)}</FormError> : null}
      <p>{account.hasAuthenticator ? words.on(account.backupCodesLeft) : words.off}</p>
      <div className={styles.actions}>
        {account.hasAuthenticator ? (
          <>
            <Button isBusy={renew.isBusy} onClick={renew.submit}>
              {words.renew}
            </Button>
            <Button onClick={() => setIsRemoving(true)}>{words.remove}</Button>
          </>
        ) : (
          <Button variant="primary" isBusy={begin.isBusy} onClick={begin.submit}>
            {words.setUp}
          </Button>
        )}
      </div>
      {setup ? (
        <Pairing
          setup={setup}
          onClose={() => setSetup(null)}
          onPaired={() => {
            setCodes(setup.backupCodes);
            setSetup(null);
            void reload();
          }}
        />
      ) : null}
      {codes ? (
        <Dialog title={text.codes.title} closeLabel={common.close} onClose={() => setCodes(null)}>
          <BackupCodes codes={codes} email={account.email ?? ''} onDone={() => setCodes(null)} />
        </Dialog>
      ) : null}
      {isRemoving ? <Removal onClose={() => setIsRemoving(false)} /> : null}
    </>
  );
}

type PairingProps = { setup: TotpSetup; onPaired: () => void; onClose: () => void };

function Pairing({ setup, onPaired, onClose }: PairingProps) {
  const { auth } = useAccount().session;
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const { isBusy, error, submit } = useSubmit(async () => {
    const totpCode = code.replace(/\s/g, '');
    setIsMissing(totpCode === '');
    if (totpCode === '') return;
    await auth.login({ method: 'totp', totpCode, isStepUp: true, redirect: false });
    onPaired();
  });
  return (
    <FormDialog
      title={words.title}
      submitLabel={words.confirm}
      isBusy={isBusy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.pairing}>
        <p>{words.scan}</p>
        <img className={styles.qr} src={setup.qrCode} alt={words.qr} />
        {setup.totpSecret ? (
          <p>
            {words.cannotScan} <code className={styles.secret}>{grouped(setup.totpSecret)}</code>
          </p>
        ) : null}
      </div>
      <Field label={words.code} hint={words.enter} error={isMissing ? words.codeMissing : null}>
        <Input
          value={code}
          maxLength={9}
          inputMode="numeric"
          autoComplete="one-time-code"
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}

function Removal({ onClose }: { onClose: () => void }) {
  const { session, reload } = useAccount();
  const toast = useToast();
  const { isBusy, error, submit } = useConfirmedSubmit(async () => {
    await session.auth.account.removeTotp();
    await reload();
    toast({ text: words.removed });
    onClose();
  });
  return (
    <FormDialog
      title={words.remove}
      submitLabel={words.remove}
      isBusy={isBusy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{words.removeText}</p>
    </FormDialog>
  );
}

function grouped(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}
