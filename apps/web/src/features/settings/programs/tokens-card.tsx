import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { endToken, makeToken, type Token, tokensQuery } from '../../../entities/program.ts';
import { teamQuery } from '../../../entities/team-member.ts';
import { useCan } from '../../../lib/actor.ts';
import { useApp } from '../../../lib/app-context.ts';
import { invalidate } from '../../../lib/invalidate.ts';
import { useFullDate } from '../../../lib/use-full-date.ts';
import { useKeptIds } from '../../../lib/use-kept-ids.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkboxes } from '../../../ui/choices.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Checkbox, Field, Input, Select } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { QueryCard } from '../../../ui/query-card.tsx';
import { useConfirmedSubmit } from '../../../ui/step-up.tsx';
import { useToast } from '../../../ui/toast.tsx';
import styles from '../settings.module.css';
import { text } from './messages.ts';
import { ShownOnce } from './shown-once.tsx';

const words = text.tokens;
const SCOPES = ['read', 'write'] as const;
const DAYS = [30, 90, 180, 365];

/** Tokens for programs that act for a person. */
export function TokensCard() {
  const { session, start } = useApp();
  const { call } = session;
  const seesAll = useCan('token.workspace');
  const [isAll, setIsAll] = useState(false);
  const tokens = useQuery(tokensQuery(call, isAll));
  const team = useQuery({ ...teamQuery(call, start.me.teamMemberID, false), enabled: isAll }).data;
  const whose = ({ teamMemberID }: Token) => {
    const person = isAll ? team?.find(({ id }) => id === teamMemberID) : undefined;
    return person ? `${person.firstName} ${person.lastName}`.trim() : null;
  };
  return (
    <QueryCard title={words.title} query={tokens}>
      {(list) => (
        <>
          <p className={styles.quiet}>{words.lead}</p>
          {seesAll ? <Checkbox label={words.all} checked={isAll} onChange={() => setIsAll(!isAll)} /> : null}
          {list.length === 0 ? <p>{words.none}</p> : null}
          <ul className={styles.rows}>
            {list.map((token) => (
              <TokenRow key={token.tokenID} token={token} whose={whose(token)} />
            ))}
          </ul>
          <MakeToken />
        </>
      )}
    </QueryCard>
  );
}

function TokenRow({ token, whose }: { token: Token; whose: string | null }) {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const toast = useToast();
  const fullDate = useFullDate();
  const { name, scopes, expiresAt, lastUsedAt, revokedAt } = token;
  const [isAsking, setIsAsking] = useState(false);
  const end = async () => {
    await endToken(call, token);
    await invalidate(queryClient, 'tokens');
    toast({ text: words.isEnded(name) });
  };
  const facts = [
    ...(whose ? [whose] : []),
    scopes.map((scope) => words.scope[scope as 'read' | 'write'] ?? scope).join(', '),
    ...(expiresAt ? [words.until(fullDate(expiresAt))] : []),
    words.used(lastUsedAt ? fullDate(lastUsedAt) : text.never),
  ];
  return (
    <li>
      <span className={styles.grow}>
        <b>{name}</b>
        <br />
        <span className={styles.quiet}>{facts.join(' · ')}</span>
      </span>
      {revokedAt ? (
        <Badge>{words.ended}</Badge>
      ) : (
        <Button aria-label={words.endOf(name)} onClick={() => setIsAsking(true)}>
          {words.end}
        </Button>
      )}
      {isAsking ? (
        <ConfirmDialog
          title={words.endOf(name)}
          text={words.endText}
          verb={words.end}
          work={end}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </li>
  );
}

function MakeToken() {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const keys = useKeptIds();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly (typeof SCOPES)[number][]>(['read']);
  const [days, setDays] = useState(90);
  const [hasTried, setHasTried] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const { isBusy, error, submit } = useConfirmedSubmit(async () => {
    setHasTried(true);
    if (name.trim() === '' || scopes.length === 0) return;
    const body = { name: name.trim(), scopes: [...scopes], expiresInDays: days };
    const { token } = await keys.keep(JSON.stringify(body), (key) => makeToken(call, key, body));
    setMade(token);
    setName('');
    setHasTried(false);
    await invalidate(queryClient, 'tokens');
  });
  return (
    <>
      {made ? <ShownOnce value={made} /> : null}
      <Form className={styles.line} error={error} onSubmit={submit}>
        <Field label={words.name} error={hasTried && name.trim() === '' ? words.nameMissing : null}>
          <Input maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Checkboxes
          legend={words.scopes}
          problem={hasTried && scopes.length === 0 ? words.scopeMissing : null}
          keys={SCOPES}
          labelOf={(scope) => words.scope[scope]}
          chosen={scopes}
          onChange={setScopes}
        />
        <Field label={words.days}>
          <Select value={days} onChange={(event) => setDays(Number(event.target.value))}>
            {DAYS.map((each) => (
              <option key={each} value={each}>
                {words.daysOf(each)}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" isBusy={isBusy}>
          {words.make}
        </Button>
      </Form>
    </>
  );
}
