import type { Provider } from '@stint/domain/auth/factor.ts';

/** A tenant's registration at another provider. */
export type ProviderSettings = {
  provider: Provider;
  /** Only for `custom`: which of several; else ''. */
  providerId: string;
  issuer: string | null;
  clientId: string;
  clientSecret: string;
  /** Empty: the provider's usual ones. */
  scopes: string[];
};
