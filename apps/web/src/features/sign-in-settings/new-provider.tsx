import { findFactorKind, SOCIAL_PROVIDERS } from '@stint/domain/auth/factor.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApp } from '../../lib/app-context.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, Select, TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useConfirmedSubmit } from '../../ui/step-up.tsx';
import { useToast } from '../../ui/toast.tsx';
import { text } from './messages.ts';
import styles from './sign-in-settings.module.css';

const words = text.sso;

type FieldName =
  | 'issuer'
  | 'providerId'
  | 'clientId'
  | 'clientSecret'
  | 'teamId'
  | 'keyId'
  | 'privateKey'
  | 'metadata';
type Values = Record<FieldName, string>;

/** What is offered first. */
const FIRST = 'okta';

const EMPTY: Values = {
  issuer: '',
  providerId: '',
  clientId: '',
  clientSecret: '',
  teamId: '',
  keyId: '',
  privateKey: '',
  metadata: '',
};

/** Providers without one address for everybody, without a client secret, or that are no OAuth client at all. */
const FIELDS: Record<string, readonly FieldName[]> = {
  azure: ['issuer', 'clientId', 'clientSecret'],
  okta: ['issuer', 'clientId', 'clientSecret'],
  custom: ['issuer', 'providerId', 'clientId', 'clientSecret'],
  // Its client secret is signed anew at each sign-in, by the key that Apple gives once.
  apple: ['clientId', 'teamId', 'keyId', 'privateKey'],
  saml: ['metadata'],
};

const MOST_FIELDS: readonly FieldName[] = ['clientId', 'clientSecret'];

const LABELS: Record<FieldName, { label: string; hint?: string; kind?: 'secret' | 'long' }> = {
  issuer: { label: words.issuer, hint: words.issuerHint },
  providerId: { label: words.providerId, hint: words.providerIdHint },
  clientId: { label: words.clientId },
  clientSecret: { label: words.clientSecret, hint: words.secretHint, kind: 'secret' },
  teamId: { label: words.teamId, hint: words.appleHint },
  keyId: { label: words.keyId, hint: words.appleHint },
  privateKey: { label: words.privateKey, hint: words.privateKeyHint, kind: 'long' },
  metadata: { label: words.samlMetadata, hint: words.samlHint, kind: 'long' },
};

/** What a provider is called, as on its button. */
export function providerLabel(provider: string): string {
  if (provider === 'custom') return words.custom;
  if (provider === 'saml') return words.saml;
  return findFactorKind({ channel: 'email', strategy: provider })?.buttonText ?? provider;
}

/** The form for one more provider of the workspace's own. */
export function NewProvider({ hasSaml }: { hasSaml: boolean }) {
  const { auth } = useApp().session;
  const queryClient = useQueryClient();
  const toast = useToast();
  const [provider, setProvider] = useState(FIRST);
  const [values, setValues] = useState(EMPTY);
  const [hasTried, setHasTried] = useState(false);
  const needed = FIELDS[provider] ?? MOST_FIELDS;
  const { isBusy, error, submit } = useConfirmedSubmit(async () => {
    setHasTried(true);
    if (needed.some((name) => values[name].trim() === '')) return;
    const sent = Object.fromEntries(needed.map((name) => [name, values[name].trim()]));
    if (provider === 'saml') await auth.administration.setSamlProvider({ metadata: sent.metadata ?? '' });
    else await auth.administration.setProvider(provider, sent as { clientId: string });
    await queryClient.invalidateQueries({ queryKey: ['signIn'] });
    setValues(EMPTY);
    // SAML is set up once: a second time it would be replaced.
    setProvider(FIRST);
    setHasTried(false);
    toast({ text: words.set(values.providerId || providerLabel(provider)) });
  });
  return (
    <Form className={styles.form} error={error} onSubmit={submit}>
      <Field label={words.provider}>
        <Select value={provider} onChange={(event) => setProvider(event.target.value)}>
          {[...SOCIAL_PROVIDERS, 'custom', ...(hasSaml ? [] : ['saml'])].map((name) => (
            <option key={name} value={name}>
              {providerLabel(name)}
            </option>
          ))}
        </Select>
      </Field>
      {needed.map((name) => (
        <OneField
          key={name}
          name={name}
          value={values[name]}
          isMissing={hasTried && values[name].trim() === ''}
          onChange={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
      <Button type="submit" isBusy={isBusy}>
        {words.add}
      </Button>
    </Form>
  );
}

type OneFieldProps = {
  name: FieldName;
  value: string;
  isMissing: boolean;
  onChange: (value: string) => void;
};

function OneField({ name, value, isMissing, onChange }: OneFieldProps) {
  const { label, hint, kind } = LABELS[name];
  const Control = kind === 'long' ? TextArea : Input;
  return (
    <Field label={label} error={isMissing ? words.required : null} {...(hint ? { hint } : {})}>
      <Control
        {...(kind === 'long' ? {} : { type: kind === 'secret' ? 'password' : 'text' })}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event: { target: { value: string } }) => onChange(event.target.value)}
      />
    </Field>
  );
}
