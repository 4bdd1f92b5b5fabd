import type { TenantRecord } from '@latchkey/client';
import { useQueryClient } from '@tanstack/react-query';
import { changeSignIn } from '../../entities/sign-in-rules.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { fullDate, today } from '../../lib/today.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { useConfirmedSubmit } from '../../ui/step-up.tsx';
import { useToast } from '../../ui/toast.tsx';
import { text } from './messages.ts';

/** A change that is announced and does not hold yet; taking it back asks nothing of anybody. */
export function Upcoming({ tenant, isOwner }: { tenant: TenantRecord; isOwner: boolean }) {
  const { session, start } = useApp();
  const queryClient = useQueryClient();
  const toast = useToast();
  const { isBusy, error, submit } = useConfirmedSubmit(async () => {
    await changeSignIn(session, tenant, { startsAt: null });
    await queryClient.invalidateQueries({ queryKey: ['signIn'] });
    toast({ text: text.withdrawn });
  });
  const { upcoming } = tenant.authentication;
  if (!upcoming) return null;
  const date = fullDate(today(new Date(upcoming.startsAt)), start.settings.dateFormat);
  return (
    <>
      {error ? <FormError>{describeError(error)}</FormError> : null}
      <Banner
        tone="info"
        action={
          isOwner ? (
            <Button isBusy={isBusy} onClick={submit}>
              {text.withdraw}
            </Button>
          ) : null
        }
      >
        {text.upcoming(date)}
      </Banner>
    </>
  );
}
