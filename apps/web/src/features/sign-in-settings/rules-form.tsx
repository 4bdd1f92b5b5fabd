import type { TenantRecord } from '@latchkey/client';
import { findFactorKind } from '@stint/domain/auth/factor.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeSignIn, offeredProvidersQuery } from '../../entities/sign-in-rules.ts';
import { useApp } from '../../lib/app-context.ts';
import { fullDate, today } from '../../lib/today.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox, Field, FormError, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useConfirmedSubmit } from '../../ui/step-up.tsx';
import { useToast } from '../../ui/toast.tsx';
import { text } from './messages.ts';
import { ReadyList } from './ready-list.tsx';
import {
  changeOf,
  type Draft,
  draftOf,
  offeredFirst,
  offeredSecond,
  policyOf,
  problemOf,
  type Who,
} from './sign-in-draft.ts';
import styles from './sign-in-settings.module.css';

const WHO: Who[] = ['nobody', 'leaders', 'everybody'];

/** Ways in and the second step, with who could not follow, before anything is saved. */
export function RulesForm({ tenant, isOwner }: { tenant: TenantRecord; isOwner: boolean }) {
  const { session, start } = useApp();
  const queryClient = useQueryClient();
  const toast = useToast();
  const [draft, setDraft] = useState<Draft>(() => draftOf(tenant));
  const [hasTried, setHasTried] = useState(false);
  const offered = useQuery(offeredProvidersQuery(session));
  const problem = problemOf(draft, today());
  const edit = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const { isBusy, error, submit } = useConfirmedSubmit(async () => {
    setHasTried(true);
    if (problem) return;
    await changeSignIn(session, tenant, changeOf(draft));
    await queryClient.invalidateQueries({ queryKey: ['signIn'] });
    const date = draft.startsOn && fullDate(draft.startsOn, start.settings.dateFormat);
    toast({ text: date ? text.announced(date) : text.saved });
  });
  const providers = (offered.data ?? []).map(({ provider }) => provider);
  const ways = [...new Set([...offeredFirst(providers), ...draft.first])];
  return (
    <Form className={styles.form} error={error} onSubmit={submit}>
      <Card title={text.first.title} text={text.first.text}>
        {hasTried && problem === 'first' ? <FormError>{text.first.none}</FormError> : null}
        <Choices
          legend={text.first.title}
          keys={ways}
          chosen={draft.first}
          isDisabled={!isOwner}
          onChange={(first) => edit({ first })}
        />
      </Card>
      <Card title={text.second.title} text={text.second.proof}>
        <fieldset className={styles.choices} disabled={!isOwner}>
          <legend>{text.second.who}</legend>
          {WHO.map((who) => (
            <label key={who} className={styles.choice}>
              <input type="radio" name="who" checked={draft.who === who} onChange={() => edit({ who })} />
              {text.second[who]}
            </label>
          ))}
        </fieldset>
        <Choices
          legend={text.second.which}
          hint={text.second.whichHint}
          keys={offeredSecond()}
          chosen={draft.second}
          isDisabled={!isOwner}
          onChange={(second) => edit({ second })}
        />
        {isOwner ? (
          <Field
            label={text.start.label}
            hint={text.start.hint}
            error={hasTried && problem === 'start' ? text.start.past : null}
          >
            <Input
              type="date"
              value={draft.startsOn}
              onChange={(event) => edit({ startsOn: event.target.value })}
            />
          </Field>
        ) : null}
      </Card>
      {isOwner ? (
        <>
          {draft.first.length > 0 ? <ReadyList policy={policyOf(draft)} /> : null}
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {text.save}
          </Button>
        </>
      ) : null}
    </Form>
  );
}

type ChoicesProps = {
  legend: string;
  hint?: string;
  keys: readonly string[];
  chosen: readonly string[];
  isDisabled: boolean;
  onChange: (chosen: string[]) => void;
};

/** Factors by their keys; the order of the page is kept, since it is that of the buttons of the form. */
function Choices({ legend, hint, keys, chosen, isDisabled, onChange }: ChoicesProps) {
  const toggle = (key: string, isOn: boolean) =>
    onChange(keys.filter((one) => (one === key ? isOn : chosen.includes(one))));
  return (
    <fieldset className={styles.choices} disabled={isDisabled}>
      <legend className={hint ? undefined : 'visually-hidden'}>{legend}</legend>
      {hint ? <p className={styles.hint}>{hint}</p> : null}
      {keys.map((key) => (
        <Checkbox
          key={key}
          label={nameOf(key)}
          checked={chosen.includes(key)}
          onChange={(event) => toggle(key, event.target.checked)}
        />
      ))}
    </fieldset>
  );
}

function nameOf(key: string): string {
  const [channel = '', strategy = ''] = key.split('/');
  return text.methods[key] ?? findFactorKind({ channel, strategy })?.buttonText ?? strategy;
}
