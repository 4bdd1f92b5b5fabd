import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { endRetention, type Retention, retentionQuery } from '../../../entities/retention.ts';
import { useApp } from '../../../lib/app-context.ts';
import { describeError } from '../../../lib/describe-error.ts';
import { invalidate } from '../../../lib/invalidate.ts';
import { useSubmit } from '../../../lib/use-async.ts';
import { useFullDate } from '../../../lib/use-full-date.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/field.tsx';
import { QueryCard } from '../../../ui/query-card.tsx';
import { useToast } from '../../../ui/toast.tsx';
import styles from '../settings.module.css';
import { text } from './messages.ts';
import { RetentionDialog } from './retention-dialog.tsx';

const words = text.retention;

/** What is set, since when and by whom; an owner changes it or takes it back. */
export function RetentionCard({ isOwner }: { isOwner: boolean }) {
  const { call } = useApp().session;
  const retention = useQuery(retentionQuery(call));
  const [isOpen, setIsOpen] = useState(false);
  return (
    <QueryCard title={words.title} query={retention}>
      {(stored) => (
        <>
          <State {...stored} />
          {isOwner ? (
            <div className={styles.line}>
              <Button onClick={() => setIsOpen(true)}>
                {stored.months === null ? words.choose : words.change}
              </Button>
              {stored.months === null ? null : <EndButton />}
            </div>
          ) : (
            <p className={styles.quiet}>{words.onlyOwners}</p>
          )}
          {isOpen ? <RetentionDialog stored={stored} onClose={() => setIsOpen(false)} /> : null}
        </>
      )}
    </QueryCard>
  );
}

function State({ months, beginsAt, setAt, setByName }: Retention) {
  const fullDate = useFullDate();
  if (months === null || beginsAt === null) return <p>{words.off}</p>;
  const isAnnounced = new Date(beginsAt) > new Date();
  return (
    <>
      <p>
        {words.set(months)}{' '}
        {isAnnounced ? words.begins(fullDate(beginsAt)) : words.running(fullDate(beginsAt))}
      </p>
      {setByName ? <p className={styles.quiet}>{words.by(setByName, fullDate(setAt))}</p> : null}
    </>
  );
}

function EndButton() {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const toast = useToast();
  const { isBusy, error, submit } = useSubmit(async () => {
    await endRetention(call);
    await invalidate(queryClient, 'retention', 'workspace');
    toast({ text: words.ended });
  });
  return (
    <>
      <Button isBusy={isBusy} onClick={submit}>
        {words.end}
      </Button>
      {error ? <FormError>{describeError(error)}</FormError> : null}
    </>
  );
}
