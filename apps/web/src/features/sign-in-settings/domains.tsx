import type { Domain } from '@latchkey/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { domainsQuery } from '../../entities/sign-in-rules.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { common } from '../../messages/common.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, FormError, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useConfirmedSubmit } from '../../ui/step-up.tsx';
import { text } from './messages.ts';
import styles from './sign-in-settings.module.css';

const words = text.domains;

/** Domains whose addresses the workspace's own provider may prove. */
export function Domains() {
  const { session } = useApp();
  const queryClient = useQueryClient();
  const domains = useQuery(domainsQuery(session));
  const [typed, setTyped] = useState('');
  const [isInvalid, setIsInvalid] = useState(false);
  const { isBusy, error, submit } = useConfirmedSubmit(async () => {
    const domain = typed.trim().toLowerCase();
    setIsInvalid(domain === '');
    if (domain === '') return;
    await session.auth.administration.checkDomain(domain);
    setTyped('');
    await queryClient.invalidateQueries({ queryKey: ['signIn', 'domains'] });
  });
  return (
    <Card title={words.title} text={words.text}>
      {domains.error ? (
        <>
          <FormError>{describeError(domains.error)}</FormError>
          <Button onClick={() => void domains.refetch()}>{common.tryAgain}</Button>
        </>
      ) : null}
      {domains.data?.map((one) => (
        <OneDomain key={one.domain} one={one} />
      ))}
      <Form className={styles.form} error={error} onSubmit={submit}>
        <Field label={words.domain} error={isInvalid ? words.invalid : null}>
          <Input
            value={typed}
            maxLength={253}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Button type="submit" isBusy={isBusy}>
          {words.add}
        </Button>
      </Form>
    </Card>
  );
}

function OneDomain({ one: { domain, provenAt, recordName, recordValue } }: { one: Domain }) {
  const { administration } = useApp().session.auth;
  const queryClient = useQueryClient();
  const again = () => queryClient.invalidateQueries({ queryKey: ['signIn', 'domains'] });
  const look = useConfirmedSubmit(async () => {
    await administration.checkDomain(domain);
    await again();
  });
  const removal = useConfirmedSubmit(async () => {
    await administration.removeDomain(domain);
    await again();
  });
  const error = look.error ?? removal.error;
  return (
    <div className={styles.provider}>
      <div className={styles.actions}>
        <b>{domain}</b>
        <Badge tone={provenAt ? 'success' : 'warning'}>{provenAt ? words.proven : words.waiting}</Badge>
      </div>
      {provenAt ? null : <code>{words.record(recordName, recordValue)}</code>}
      {error ? <FormError>{describeError(error)}</FormError> : null}
      <div className={styles.actions}>
        {provenAt ? null : (
          <Button isBusy={look.isBusy} onClick={look.submit}>
            {words.check}
          </Button>
        )}
        <Button isBusy={removal.isBusy} onClick={removal.submit} aria-label={`${words.remove} ${domain}`}>
          {words.remove}
        </Button>
      </div>
    </div>
  );
}
