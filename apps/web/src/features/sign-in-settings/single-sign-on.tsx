import type { SsoProvider } from '@latchkey/client';
import { SOCIAL_PROVIDERS } from '@stint/domain/auth/factor.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useState } from 'react';
import { ownProvidersQuery, samlProviderQuery } from '../../entities/sign-in-rules.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { common } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, FormError, Input, Select, TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useConfirmedSubmit } from '../../ui/step-up.tsx';
import { useToast } from '../../ui/toast.tsx';
import { text } from './messages.ts';
import styles from './sign-in-settings.module.css';

const words = text.sso;

/** Providers of the workspace's own: set up, tested with the own account, removed. */
export function SingleSignOn() {
  const { session } = useApp();
  const providers = useQuery(ownProvidersQuery(session));
  const saml = useQuery(samlProviderQuery(session));
  const error = providers.error ?? saml.error;
  const isLoading = providers.isPending || saml.isPending;
  return (
    <Card title={words.title} text={words.text}>
      {error ? (
        <>
          <FormError>{describeError(error)}</FormError>
          <Button onClick={() => void Promise.all([providers.refetch(), saml.refetch()])}>
            {common.tryAgain}
          </Button>
        </>
      ) : null}
      {isLoading && !error ? <SkeletonRows count={2} label={lists.loading} /> : null}
      {!isLoading && providers.data?.length === 0 && !saml.data ? <p>{words.none}</p> : null}
      {providers.data?.map((one) => (
        <OwnProvider key={`${one.provider}/${one.providerId ?? ''}`} provider={one} />
      ))}
      {saml.data ? (
        <Shown
          name={words.saml}
          provider="saml"
          facts={[
            [words.samlReply, saml.data.acsUrl],
            [words.samlEntity, saml.data.spEntityId],
          ]}
          remove={() => session.auth.administration.removeSamlProvider()}
        />
      ) : null}
      <NewProvider hasSaml={Boolean(saml.data)} />
    </Card>
  );
}

function OwnProvider({ provider }: { provider: SsoProvider }) {
  const { auth } = useApp().session;
  const { provider: name, providerId } = provider;
  return (
    <Shown
      name={providerId ?? name}
      provider={name}
      providerId={providerId}
      facts={[[words.callback, provider.callbackUrl]]}
      remove={() => auth.administration.removeProvider(name, providerId)}
    />
  );
}

type ShownProps = {
  name: string;
  provider: string;
  providerId?: string | undefined;
  facts: [string, string][];
  remove: () => Promise<void>;
};

function Shown({ name, provider, providerId, facts, remove }: ShownProps) {
  const { auth } = useApp().session;
  const queryClient = useQueryClient();
  const toast = useToast();
  // Connecting it with the own account goes the whole way to the provider and back: what will be asked of others.
  const testing = useConfirmedSubmit(async () => {
    const to = { provider, redirect: '/settings/sign-in', tenantId: auth.tenantId };
    location.assign(await auth.account.linkIdentity(providerId ? { ...to, providerId } : to));
  });
  const removal = useConfirmedSubmit(async () => {
    await remove();
    await queryClient.invalidateQueries({ queryKey: ['signIn'] });
    toast({ text: words.removed });
  });
  const error = testing.error ?? removal.error;
  return (
    <div className={styles.provider}>
      <b>{name}</b>
      {facts.map(([label, value]) => (
        <p key={label}>
          {label} <code>{value}</code>
        </p>
      ))}
      {error ? <FormError>{describeError(error)}</FormError> : null}
      <div className={styles.actions}>
        <Button isBusy={testing.isBusy} onClick={testing.submit}>
          {words.test}
        </Button>
        <Button isBusy={removal.isBusy} onClick={removal.submit} aria-label={`${words.remove} ${name}`}>
          {words.remove}
        </Button>
      </div>
    </div>
  );
}

type Values = Record<'provider' | 'issuer' | 'providerId' | 'clientId' | 'clientSecret' | 'metadata', string>;

const EMPTY: Values = {
  provider: 'okta',
  issuer: '',
  providerId: '',
  clientId: '',
  clientSecret: '',
  metadata: '',
};

/** Those without one address for everybody. */
const WITH_ISSUER = ['azure', 'okta', 'custom'];

function neededBy(provider: string): (keyof Values)[] {
  if (provider === 'saml') return ['metadata'];
  return [
    ...(WITH_ISSUER.includes(provider) ? (['issuer'] as const) : []),
    ...(provider === 'custom' ? (['providerId'] as const) : []),
    'clientId',
    'clientSecret',
  ];
}

const LABELS: Record<Exclude<keyof Values, 'provider' | 'metadata'>, { label: string; hint?: string }> = {
  issuer: { label: words.issuer, hint: words.issuerHint },
  providerId: { label: words.providerId, hint: words.providerIdHint },
  clientId: { label: words.clientId },
  clientSecret: { label: words.clientSecret, hint: words.secretHint },
};

function NewProvider({ hasSaml }: { hasSaml: boolean }) {
  const { auth } = useApp().session;
  const queryClient = useQueryClient();
  const toast = useToast();
  const [values, setValues] = useState(EMPTY);
  const [hasTried, setHasTried] = useState(false);
  const needed = neededBy(values.provider);
  const { isBusy, error, submit } = useConfirmedSubmit(async () => {
    setHasTried(true);
    if (needed.some((name) => values[name].trim() === '')) return;
    const { provider, metadata, ...fields } = values;
    if (provider === 'saml') await auth.administration.setSamlProvider({ metadata: metadata.trim() });
    else {
      const sent = needed.map((name) => [name, fields[name as keyof typeof fields].trim()]);
      await auth.administration.setProvider(provider, Object.fromEntries(sent));
    }
    await queryClient.invalidateQueries({ queryKey: ['signIn'] });
    setValues(EMPTY);
    setHasTried(false);
    toast({ text: words.set(values.providerId || provider) });
  });
  return (
    <Form className={styles.form} error={error} onSubmit={submit}>
      <Field label={words.provider}>
        <Select
          value={values.provider}
          onChange={(event) => setValues({ ...values, provider: event.target.value })}
        >
          {SOCIAL_PROVIDERS.filter((name) => name !== 'twitter' && name !== 'apple').map((name) => (
            <option key={name} value={name}>
              {name.charAt(0).toUpperCase() + name.slice(1)}
            </option>
          ))}
          <option value="custom">{words.custom}</option>
          {hasSaml ? null : <option value="saml">{words.saml}</option>}
        </Select>
      </Field>
      <NeededFields needed={needed} values={values} hasTried={hasTried} onChange={setValues} />
      <Button type="submit" isBusy={isBusy}>
        {words.add}
      </Button>
    </Form>
  );
}

type NeededProps = {
  needed: readonly (keyof Values)[];
  values: Values;
  hasTried: boolean;
  onChange: Dispatch<SetStateAction<Values>>;
};

function NeededFields({ needed, values, hasTried, onChange }: NeededProps) {
  const errorOf = (name: keyof Values) => (hasTried && values[name].trim() === '' ? words.required : null);
  const set = (name: keyof Values, value: string) => onChange({ ...values, [name]: value });
  return needed.map((name) => {
    if (name === 'provider') return null;
    if (name === 'metadata') {
      return (
        <Field key={name} label={words.samlMetadata} hint={words.samlHint} error={errorOf(name)}>
          <TextArea value={values.metadata} onChange={(event) => set(name, event.target.value)} />
        </Field>
      );
    }
    const { label, hint } = LABELS[name];
    return (
      <Field key={name} label={label} error={errorOf(name)} {...(hint ? { hint } : {})}>
        <Input
          type={name === 'clientSecret' ? 'password' : 'text'}
          value={values[name]}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => set(name, event.target.value)}
        />
      </Field>
    );
  });
}
