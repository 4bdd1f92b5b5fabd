import type { TenantRecord } from '@latchkey/client';
import { findFactorKind } from '@stint/domain/auth/factor.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeSignIn, offeredProvidersQuery } from '../../entities/sign-in-rules.ts';
import { useApp } from '../../lib/app-context.ts';
import { ownWays } from '../../lib/formats.ts';
import { theirsOf } from '../../lib/theirs-of.ts';
import { fullDate, today } from '../../lib/today.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkboxes, Radios } from '../../ui/choices.tsx';
import { ConflictChoice, writeValue } from '../../ui/conflict-choice.tsx';
import { Field, FormError, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useConfirmedSubmit } from '../../ui/step-up.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type FieldWords, useSharedValues } from '../../ui/use-shared-values.ts';
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

const words: FieldWords<Draft> = {
  first: { label: text.first.title, write: (keys) => writeValue(keys.map(nameOf)) },
  second: { label: text.second.which, write: (keys) => writeValue(keys.map(nameOf)) },
  who: { label: text.second.who, write: (who) => text.second[who] },
  startsOn: {
    label: text.start.label,
    write: (date) => (date === '' ? writeValue(date) : fullDate(date, ownWays().date)),
  },
};

/** Ways in and the second step, with who could not follow, before anything is saved. */
export function RulesForm({ tenant, isOwner }: { tenant: TenantRecord; isOwner: boolean }) {
  const { session, start } = useApp();
  const queryClient = useQueryClient();
  const toast = useToast();
  const shared = useSharedValues<Draft, TenantRecord>({ stored: tenant, valuesOf: draftOf, words });
  const { values: draft, set: edit, stored, choice } = shared;
  const [hasTried, setHasTried] = useState(false);
  const offered = useQuery(offeredProvidersQuery(session));
  const problem = problemOf(draft, today());
  const { isBusy, error, submit } = useConfirmedSubmit(async () => {
    setHasTried(true);
    if (problem) return;
    try {
      const saved = await changeSignIn(session, stored, changeOf(draft));
      // What is announced for a day stands above the form; in it is what holds until then.
      edit(draftOf(saved));
      shared.settle(saved, draftOf(saved));
    } catch (thrown) {
      const theirs = theirsOf<TenantRecord>(thrown);
      if (theirs) shared.meet(theirs);
      throw thrown;
    }
    await queryClient.invalidateQueries({ queryKey: ['signIn'] });
    const date = draft.startsOn && fullDate(draft.startsOn, start.settings.dateFormat);
    toast({ text: date ? text.announced(date) : text.saved });
  });
  const isOver = theirsOf(error) !== null && choice === null;
  const providers = (offered.data ?? []).map(({ provider }) => provider);
  const ways = [...new Set([...offeredFirst(providers), ...draft.first])];
  return (
    <Form className={styles.form} error={isOver ? null : error} onSubmit={submit}>
      {choice ? <ConflictChoice {...choice} onMine={submit} /> : null}
      <Card title={text.first.title} text={text.first.text}>
        {hasTried && problem === 'first' ? <FormError>{text.first.none}</FormError> : null}
        <Checkboxes
          legend={text.first.title}
          isLegendHidden
          keys={ways}
          labelOf={nameOf}
          chosen={draft.first}
          isDisabled={!isOwner}
          onChange={(first) => edit({ first })}
        />
      </Card>
      <Card title={text.second.title} text={text.second.proof}>
        <Radios
          legend={text.second.who}
          isDisabled={!isOwner}
          name="who"
          keys={WHO}
          labelOf={(who) => text.second[who]}
          chosen={draft.who}
          onChange={(who) => edit({ who })}
        />
        <Checkboxes
          legend={text.second.which}
          hint={text.second.whichHint}
          keys={offeredSecond()}
          labelOf={nameOf}
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

function nameOf(key: string): string {
  const [channel = '', strategy = ''] = key.split('/');
  return text.methods[key] ?? findFactorKind({ channel, strategy })?.buttonText ?? strategy;
}
