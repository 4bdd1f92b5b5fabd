import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { clientQuery, clientsQuery } from '../../entities/client.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

export type KnownCurrency = { data: string | undefined; error: unknown; refetch: () => unknown };

/** What the time of a client is billed in, or without one that of the workspace. No amount is read or written before it is known. */
export function useCurrency(clientID: string | null): KnownCurrency {
  const { session, start } = useApp();
  const own = start.settings.currency;
  const client = useQuery({ ...clientQuery(session.call, clientID ?? ''), enabled: Boolean(clientID) });
  if (!clientID) return { data: own, error: null, refetch: client.refetch };
  const { data, error, refetch } = client;
  return { data: data && (data.currency ?? own), error, refetch };
}

/** In what the time of each client is billed that a form may choose. @param first of the client that it begins with */
export function useCurrencies(clientID: string | null, first: string) {
  const { session, start } = useApp();
  const own = start.settings.currency;
  const queryClient = useQueryClient();
  const clients = useQuery(clientsQuery(session.call)).data ?? [];
  const learned = useRef(new Map<string | null, string>([[clientID, first]]));
  return {
    currencyOf: (id: string | null) =>
      learned.current.get(id) ?? clients.find((client) => client.clientID === id)?.currency ?? own,
    /** A client that a colleague chose may be newer than the list. */
    learn: async (id: string | null) => {
      if (id === null || learned.current.has(id)) return;
      const { currency } = await queryClient.fetchQuery(clientQuery(session.call, id));
      learned.current.set(id, currency ?? own);
    },
  };
}

/** In place of what waits for the currency. */
export function CurrencyPending({ error, refetch }: KnownCurrency) {
  if (!error) return <SkeletonRows count={1} label={common.loading} />;
  return (
    <>
      <FormError>{describeError(error)}</FormError>
      <Button onClick={() => void refetch()}>{common.tryAgain}</Button>
    </>
  );
}
