import type { SignInPolicy } from '@latchkey/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readinessQuery } from '../../entities/sign-in-rules.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/field.tsx';
import { text } from './messages.ts';
import styles from './sign-in-settings.module.css';

const words = text.ready;

/** Who could not sign in with what is chosen, though nothing is saved yet. */
export function ReadyList({ policy }: { policy: SignInPolicy }) {
  const { session } = useApp();
  const readiness = useQuery({ ...readinessQuery(session, policy), placeholderData: keepPreviousData });
  if (readiness.error) {
    return (
      <Card title={words.title}>
        <FormError>{describeError(readiness.error)}</FormError>
        <Button onClick={() => void readiness.refetch()}>{common.tryAgain}</Button>
      </Card>
    );
  }
  if (!readiness.data) return <p role="status">{words.loading}</p>;
  const { canBeMet, memberCount, readyCount, results, totalCount } = readiness.data;
  if (!canBeMet) return <FormError>{words.impossible}</FormError>;
  return (
    <Card title={words.title}>
      <p role="status">{totalCount === 0 ? words.all(memberCount) : words.some(readyCount, memberCount)}</p>
      {totalCount > 0 ? (
        <>
          <ul className={styles.people}>
            {results.map(({ userUuid, name, email, missing }) => (
              <li key={userUuid}>
                <b>{name ?? email}</b>
                <span>{missing === 'secondFactor' ? words.secondFactor : words.firstFactor}</span>
              </li>
            ))}
          </ul>
          {totalCount > results.length ? <p>{words.more(totalCount - results.length)}</p> : null}
          <p>{words.led}</p>
        </>
      ) : null}
    </Card>
  );
}
