import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { calendarLinkQuery, closeCalendarLink, makeCalendarLink } from '../../../entities/program.ts';
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
import { ShownOnce } from './shown-once.tsx';

const words = text.calendar;

/** The own hours as a calendar that other programs subscribe to (iCalendar). */
export function CalendarCard() {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const toast = useToast();
  const fullDate = useFullDate();
  const link = useQuery(calendarLinkQuery(call));
  const [made, setMade] = useState<string | null>(null);
  const making = useSubmit(async () => {
    setMade((await makeCalendarLink(call)).url);
    await invalidate(queryClient, 'calendarLink');
  });
  const closing = useSubmit(async () => {
    await closeCalendarLink(call);
    setMade(null);
    await invalidate(queryClient, 'calendarLink');
    toast({ text: words.closed });
  });
  const error = making.error ?? closing.error;
  return (
    <QueryCard title={words.title} query={link}>
      {({ isActive, createdAt, lastUsedAt }) => (
        <>
          <p className={styles.quiet}>{words.lead}</p>
          {error ? <FormError>{describeError(error)}</FormError> : null}
          <p>
            {isActive
              ? [
                  words.made(fullDate(createdAt)),
                  words.used(lastUsedAt ? fullDate(lastUsedAt) : text.never),
                ].join(' ')
              : words.none}
          </p>
          {made ? <ShownOnce value={made} /> : null}
          <div className={styles.line}>
            <Button isBusy={making.isBusy} onClick={making.submit}>
              {isActive ? words.renew : words.make}
            </Button>
            {isActive ? (
              <Button isBusy={closing.isBusy} onClick={closing.submit}>
                {words.close}
              </Button>
            ) : null}
          </div>
          {isActive ? <p className={styles.quiet}>{words.renewText}</p> : null}
        </>
      )}
    </QueryCard>
  );
}
