import type { SsoProvider } from '@latchkey/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { offeredProvidersQuery, ownProvidersQuery, samlProviderQuery } from '../../entities/sign-in-rules.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { common } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useConfirmedSubmit } from '../../ui/step-up.tsx';
import { useToast } from '../../ui/toast.tsx';
import { text } from './messages.ts';
import { NewProvider, providerLabel } from './new-provider.tsx';
import styles from './sign-in-settings.module.css';

const words = text.sso;

/** Providers of the workspace's own: set up, tested with the own account, removed. */
export function SingleSignOn() {
  const { session } = useApp();
  const providers = useQuery(ownProvidersQuery(session));
  const offered = useQuery(offeredProvidersQuery(session));
  const saml = useQuery(samlProviderQuery(session, offered.data));
  const error = providers.error ?? offered.error ?? saml.error;
  const failed = [providers, offered, saml].filter((query) => query.error);
  const again = () => void Promise.all(failed.map((query) => query.refetch()));
  const isLoading = providers.isPending || saml.isPending;
  return (
    <Card title={words.title} text={words.text}>
      {error ? (
        <>
          <FormError>{describeError(error)}</FormError>
          <Button onClick={again}>{common.tryAgain}</Button>
        </>
      ) : null}
      {isLoading && !error ? <SkeletonRows count={2} label={lists.loading} /> : null}
      {!isLoading && providers.data?.length === 0 && !saml.data ? <p>{words.none}</p> : null}
      {providers.data?.map((one) => (
        <OwnProvider key={`${one.provider}/${one.providerId ?? ''}`} provider={one} />
      ))}
      {saml.data ? (
        <Shown
          name={words.saml}
          provider="saml"
          facts={[
            [words.samlReply, saml.data.acsUrl],
            [words.samlEntity, saml.data.spEntityId],
          ]}
          remove={() => session.auth.administration.removeSamlProvider()}
        />
      ) : null}
      <NewProvider hasSaml={Boolean(saml.data)} />
    </Card>
  );
}

function OwnProvider({ provider }: { provider: SsoProvider }) {
  const { auth } = useApp().session;
  const { provider: name, providerId } = provider;
  return (
    <Shown
      name={providerId ?? providerLabel(name)}
      provider={name}
      providerId={providerId}
      facts={[[words.callback, provider.callbackUrl]]}
      remove={() => auth.administration.removeProvider(name, providerId)}
    />
  );
}

type ShownProps = {
  name: string;
  provider: string;
  providerId?: string | undefined;
  facts: [string, string][];
  remove: () => Promise<void>;
};

function Shown({ name, provider, providerId, facts, remove }: ShownProps) {
  const { auth } = useApp().session;
  const queryClient = useQueryClient();
  const toast = useToast();
  // Connecting it with the own account goes the whole way to the provider and back: what will be asked of others.
  const testing = useConfirmedSubmit(async () => {
    const to = { provider, redirect: '/settings/sign-in', tenantId: auth.tenantId };
    location.assign(await auth.account.linkIdentity(providerId ? { ...to, providerId } : to));
  });
  const removal = useConfirmedSubmit(async () => {
    await remove();
    await queryClient.invalidateQueries({ queryKey: ['signIn'] });
    toast({ text: words.removed });
  });
  const error = testing.error ?? removal.error;
  return (
    <div className={styles.provider}>
      <b>{name}</b>
      {facts.map(([label, value]) => (
        <p key={label}>
          {label} <code>{value}</code>
        </p>
      ))}
      {error ? <FormError>{describeError(error)}</FormError> : null}
      <div className={styles.actions}>
        <Button isBusy={testing.isBusy} onClick={testing.submit}>
          {words.test}
        </Button>
        <Button isBusy={removal.isBusy} onClick={removal.submit} aria-label={`${words.remove} ${name}`}>
          {words.remove}
        </Button>
      </div>
    </div>
  );
}
