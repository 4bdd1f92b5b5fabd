import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { timerStoreOf } from '../features/timer/use-timer.ts';
import { useQueueSnapshot, useTimeStore } from '../features/timesheets/time-store.ts';
import { useApp } from '../lib/app-context.ts';
import { mainOriginOf } from '../lib/session.ts';
import { useSubmit } from '../lib/use-async.ts';
import { common } from '../messages/common.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormError } from '../ui/field.tsx';
import { FullScreenSpinner } from '../ui/spinner.tsx';
import { text } from './messages.ts';

/** Signs out at once when all is saved; otherwise shows how much is not, to be sent or discarded. */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const { session } = useApp();
  const { queue } = useTimeStore();
  const timer = timerStoreOf(session, useQueryClient());
  const { acts, problems } = useSyncExternalStore(timer.subscribe, timer.snapshot);
  const unsavedCount = useQueueSnapshot().unsavedCount + acts.length + problems.length;
  const [hasFailed, setHasFailed] = useState(false);
  const [isClean] = useState(unsavedCount === 0);

  const leave = async () => {
    await session.signOut();
    location.assign(`${mainOriginOf(session.settings)}/signin`);
  };
  const send = useSubmit(async () => {
    await Promise.all([queue.flush(), timer.flush()]);
    const left = timer.snapshot();
    if (queue.snapshot().unsavedCount + left.acts.length + left.problems.length > 0)
      return setHasFailed(true);
    await leave();
  });
  const discard = useSubmit(async () => {
    queue.discardAll();
    timer.forget();
    await leave();
  });
  const { submit } = send;
  useEffect(() => {
    if (isClean) submit();
  }, [isClean, submit]);
  if (isClean && !hasFailed) return <FullScreenSpinner label={text.signOut} />;
  return (
    <Dialog
      title={text.signOutDialog.title}
      closeLabel={common.close}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button variant="danger" isBusy={discard.isBusy} onClick={discard.submit}>
            {text.signOutDialog.discard}
          </Button>
          <Button variant="primary" isBusy={send.isBusy} onClick={send.submit}>
            {text.signOutDialog.send}
          </Button>
        </>
      }
    >
      <p>{text.signOutDialog.text(unsavedCount)}</p>
      {hasFailed ? <FormError>{text.signOutDialog.failed}</FormError> : null}
    </Dialog>
  );
}
