import type { IdentityRecord } from '@latchkey/client';
import { FACTOR_KINDS } from '@stint/domain/auth/factor.ts';
import { describeError } from '../../lib/describe-error.ts';
import { type ListedProvider, readProviders } from '../../lib/own-providers.ts';
import type { Session } from '../../lib/session.ts';
import { fullDate, today } from '../../lib/today.ts';
import { useLoad } from '../../lib/use-async.ts';
import { site } from '../../messages/site.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useConfirmedSubmit } from '../../ui/step-up.tsx';
import { useToast } from '../../ui/toast.tsx';
import styles from './account.module.css';
import { useAccount } from './account-context.ts';
import { text } from './messages.ts';

const words = text.providers;

/** Other accounts that sign in to this one. */
export function ProvidersSection() {
  const { session } = useAccount();
  const loaded = useLoad(() => readAll(session));
  if (loaded.status === 'loading') return <SkeletonRows count={2} label={site.loading} />;
  if (loaded.status === 'failed') {
    return (
      <>
        <FormError>{describeError(loaded.error)}</FormError>
        <Button onClick={loaded.reload}>{site.tryAgain}</Button>
      </>
    );
  }
  const { identities, offered } = loaded.value;
  const free = offered.filter((one) => !identities.some((identity) => isSame(one, identity)));
  return (
    <>
      <Returned />
      {identities.length > 0 ? (
        <ul className={styles.list}>
          {identities.map((identity) => (
            <Identity key={identity.id} identity={identity} onGone={loaded.reload} />
          ))}
        </ul>
      ) : (
        <p>{offered.length > 0 ? words.none : words.unavailable}</p>
      )}
      <div className={styles.actions}>
        {free.map((provider) => (
          <Connect key={`${provider.provider}/${provider.providerId}`} provider={provider} />
        ))}
      </div>
    </>
  );
}

/** What came of it, when the browser comes back from the other account. */
function Returned() {
  const query = new URLSearchParams(location.search);
  if (query.has('error')) return <FormError>{words.failed}</FormError>;
  const linked = query.get('linked');
  return linked === null ? null : <p role="status">{words.connected(nameOf({ provider: linked }))}</p>;
}

function Identity({ identity, onGone }: { identity: IdentityRecord; onGone: () => void }) {
  const { auth } = useAccount().session;
  const toast = useToast();
  const name = nameOf(identity);
  const { isBusy, error, submit } = useConfirmedSubmit(async () => {
    await auth.account.unlinkIdentity(identity.id);
    toast({ text: words.disconnected(name) });
    onGone();
  });
  return (
    <li className={styles.row}>
      <span>
        <b>{name}</b>
        <small>{[identity.email, usedText(identity)].filter(Boolean).join(' · ')}</small>
        {error ? <FormError>{describeError(error)}</FormError> : null}
      </span>
      <Button isBusy={isBusy} onClick={submit} aria-label={`${words.disconnect} ${name}`}>
        {words.disconnect}
      </Button>
    </li>
  );
}

function Connect({ provider }: { provider: ListedProvider }) {
  const { auth } = useAccount().session;
  const { isBusy, error, submit } = useConfirmedSubmit(async () => {
    const { provider: name, providerId } = provider;
    const redirect = '/account';
    location.assign(
      await auth.account.linkIdentity({ provider: name, redirect, ...(providerId ? { providerId } : {}) }),
    );
  });
  return (
    <>
      <Button isBusy={isBusy} onClick={submit}>
        {words.connect(nameOf(provider))}
      </Button>
      {error ? <FormError>{describeError(error)}</FormError> : null}
    </>
  );
}

async function readAll({ auth }: Session) {
  const [identities, { answer }] = await Promise.all([auth.account.listIdentities(), auth.fetchMode()]);
  return { identities, offered: readProviders(answer.sso) };
}

function usedText({ lastUsedAt }: IdentityRecord): string {
  return lastUsedAt ? words.lastUsed(fullDate(today(new Date(lastUsedAt)))) : words.neverUsed;
}

function isSame(one: ListedProvider, { provider, providerId = '' }: IdentityRecord): boolean {
  return one.provider === provider && one.providerId === providerId;
}

function nameOf({ provider, providerId }: { provider: string; providerId?: string }): string {
  if (provider === 'saml') return words.workspace;
  const kind = FACTOR_KINDS.find(({ isSso, strategy }) => isSso && strategy === provider);
  return providerId || (kind?.buttonText ?? provider);
}
