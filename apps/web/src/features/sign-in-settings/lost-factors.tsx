import type { LostFactor } from '@latchkey/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lostFactorsQuery } from '../../entities/sign-in-rules.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/field.tsx';
import { useConfirmedSubmit } from '../../ui/step-up.tsx';
import { useToast } from '../../ui/toast.tsx';
import { text } from './messages.ts';
import styles from './sign-in-settings.module.css';

const words = text.lost;

/** Reported and not settled: who leads the workspace agrees to it, or stops it. */
export function LostFactors() {
  const { session } = useApp();
  const lost = useQuery(lostFactorsQuery(session));
  if (lost.error) {
    return (
      <Card title={words.title}>
        <FormError>{describeError(lost.error)}</FormError>
        <Button onClick={() => void lost.refetch()}>{common.tryAgain}</Button>
      </Card>
    );
  }
  if (!lost.data || lost.data.length === 0) return null;
  return (
    <Card title={words.title} text={words.text}>
      {lost.data.map((one) => (
        <OneLostFactor key={one.id} one={one} />
      ))}
    </Card>
  );
}

function OneLostFactor({ one }: { one: LostFactor }) {
  const { session, start } = useApp();
  const { administration } = session.auth;
  const queryClient = useQueryClient();
  const toast = useToast();
  const done = async (told: string) => {
    await queryClient.invalidateQueries({ queryKey: ['signIn', 'lost'] });
    toast({ text: told });
  };
  const agreeing = useConfirmedSubmit(async () => {
    await administration.secondLostFactor(one.id);
    await done(words.agreed);
  });
  const stopping = useConfirmedSubmit(async () => {
    await administration.stopLostFactor(one.id);
    await done(words.stopped);
  });
  const error = agreeing.error ?? stopping.error;
  const isAsker = one.askedBy === start.me.userID;
  return (
    <div className={styles.provider}>
      <b>{one.name ?? one.email}</b>
      <p>{stateOf(one)}</p>
      {one.secondedBy ? <p>{words.seconded}</p> : null}
      {error ? <FormError>{describeError(error)}</FormError> : null}
      <div className={styles.actions}>
        {isAsker || one.secondedBy || one.userUuid === start.me.userID ? null : (
          <Button isBusy={agreeing.isBusy} onClick={agreeing.submit}>
            {words.agree}
          </Button>
        )}
        <Button isBusy={stopping.isBusy} onClick={stopping.submit}>
          {words.stop}
        </Button>
      </div>
    </div>
  );
}

function stateOf({ readyAt, isElsewhere }: LostFactor): string {
  if (readyAt === null) return words.waitsForPerson;
  const when = new Date(readyAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return isElsewhere ? words.waits(when) : words.readyAt(when);
}
