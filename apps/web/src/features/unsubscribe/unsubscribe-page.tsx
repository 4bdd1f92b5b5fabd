import { useState } from 'react';
import {
  endMailSubscription,
  type MailSubscription,
  readMailSubscription,
} from '../../entities/subscription-of-mail.ts';
import { ApiError } from '../../lib/api-error.ts';
import { describeError } from '../../lib/describe-error.ts';
import type { SitePageProps } from '../../lib/site-page.ts';
import { useLoad, useSubmit } from '../../lib/use-async.ts';
import { common } from '../../messages/common.ts';
import { site } from '../../messages/site.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { SiteCard, SiteLayout } from '../../ui/site-layout.tsx';
import { FullScreenSpinner } from '../../ui/spinner.tsx';
import { text } from './messages.ts';

/** `/unsubscribe/{token}`: where the link of a mail that comes round leads; asks first, since programs follow links too. */
export function UnsubscribePage({ session }: SitePageProps) {
  const token = location.pathname.replace(/^\/unsubscribe\/?/, '');
  const found = useLoad(() => readMailSubscription(session.call, token));
  if (found.status === 'loading') return <FullScreenSpinner label={site.loading} />;
  return (
    <SiteLayout>
      {found.status === 'done' ? (
        <Asked found={found.value} end={() => endMailSubscription(session.call, token)} />
      ) : (
        <NotFound error={found.error} onAgain={found.reload} />
      )}
    </SiteLayout>
  );
}

function NotFound({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const isEnded = error instanceof ApiError && error.status >= 400 && error.status < 500;
  if (isEnded) return <SiteCard title={text.ended} text={text.endedText} />;
  return (
    <SiteCard title={describeError(error)}>
      <Button onClick={onAgain}>{common.tryAgain}</Button>
    </SiteCard>
  );
}

type AskedProps = { found: MailSubscription; end: () => Promise<MailSubscription> };

function Asked({ found, end }: AskedProps) {
  const [isOn, setIsOn] = useState(found.isOn);
  const stop = useSubmit(async () => setIsOn((await end()).isOn));
  const { workspace, what, name } = found;
  const mail = name === null ? text.mails[what] : text.named(text.mails[what], name);
  if (!isOn) {
    const again = what === 'report' ? text.againReport : text.againSwitch;
    return (
      <div role="status">
        <SiteCard title={text.stopped} text={`${text.stoppedText(mail, workspace)} ${again}`} />
      </div>
    );
  }
  return (
    <SiteCard title={text.question} text={text.about(mail, workspace)}>
      {stop.error ? <FormError>{describeError(stop.error)}</FormError> : null}
      <Button variant="primary" isBusy={stop.isBusy} onClick={stop.submit}>
        {text.stop}
      </Button>
    </SiteCard>
  );
}
