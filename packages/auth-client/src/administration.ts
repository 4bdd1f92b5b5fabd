import type { CallAnswer, CallBody, CallMethod, CallPath, MethodOf } from './calls.ts';
import { type ClientParts, tenantPath } from './parts.ts';
import type {
  Domain,
  LostFactor,
  Readiness,
  SamlProvider,
  SamlProviderSettings,
  SignInPolicy,
  SsoProvider,
  SsoProviderSettings,
  TenantRecord,
} from './records.ts';

/** What owners do with their tenant's own sign-in. Calls that need a fresh confirmation answer `step_up_required`. */
export interface Administration {
  readTenant(): Promise<TenantRecord>;
  /** Who changes the flow has passed it: `factor_missing` says what has to be passed first. */
  changeSignIn(authentication: SignInPolicy, version: number): Promise<TenantRecord>;
  /** Under the given policy, else the announced one, else the present one. */
  readReadiness(authentication?: SignInPolicy): Promise<Readiness>;
  listProviders(): Promise<readonly SsoProvider[]>;
  setProvider(provider: string, settings: SsoProviderSettings): Promise<SsoProvider>;
  removeProvider(provider: string, providerId?: string): Promise<void>;
  listDomains(): Promise<readonly Domain[]>;
  /** Adds a domain, or looks for its TXT record again. */
  checkDomain(domain: string): Promise<Domain>;
  removeDomain(domain: string): Promise<void>;
  /** @throws AuthError `not_found` where there is none */
  readSamlProvider(): Promise<SamlProvider>;
  setSamlProvider(settings: SamlProviderSettings): Promise<SamlProvider>;
  removeSamlProvider(): Promise<void>;
  listLostFactors(): Promise<readonly LostFactor[]>;
  /** An owner asks; the person and everybody who leads a workspace of theirs is told. */
  askLostFactor(userUuid: string): Promise<LostFactor>;
  /** Another owner or admin agrees. */
  secondLostFactor(id: string): Promise<LostFactor>;
  stopLostFactor(id: string): Promise<void>;
}

/** The calls of an owner, for the tenant of the client. */
export function createAdministration(parts: ClientParts): Administration {
  const bearer = () => parts.session.tokens().accessToken;
  const send = <M extends CallMethod, Path extends CallPath>(
    method: M & MethodOf<Path>,
    path: Path,
    body?: CallBody<M, Path>,
  ): Promise<CallAnswer<M, Path>> =>
    parts.call({ method, path, bearer: bearer(), ...(body ? { body } : {}) });
  const tenant = `tenants/${encodeURIComponent(parts.tenantId)}` as const;
  const named = encodeURIComponent;
  return {
    readTenant: () => send('GET', tenant),
    changeSignIn: (authentication, version) => send('PUT', tenant, { authentication, version }),
    readReadiness: (authentication) =>
      send('POST', tenantPath(parts, 'readiness'), authentication ? { authentication } : {}),
    listProviders: async () => (await send('GET', tenantPath(parts, 'sso'))).results,
    setProvider: (provider, settings) => send('PUT', `${tenant}/sso/${named(provider)}`, settings),
    removeProvider: async (provider, providerId) => {
      const path = `${tenant}/sso/${named(provider)}` as const;
      await parts.call({
        method: 'DELETE',
        path,
        bearer: bearer(),
        query: { provider_id: providerId ?? null },
      });
    },
    listDomains: async () => (await send('GET', tenantPath(parts, 'domains'))).results,
    checkDomain: (domain) => send('PUT', `${tenant}/domains/${named(domain)}`),
    removeDomain: async (domain) => void (await send('DELETE', `${tenant}/domains/${named(domain)}`)),
    readSamlProvider: () => send('GET', tenantPath(parts, 'saml/idp')),
    setSamlProvider: (settings) => send('PUT', tenantPath(parts, 'saml/idp'), settings),
    removeSamlProvider: async () => void (await send('DELETE', tenantPath(parts, 'saml/idp'))),
    listLostFactors: () => listLostFactors(parts),
    askLostFactor: (userUuid) => send('POST', tenantPath(parts, 'lost-factors'), { userUuid }),
    secondLostFactor: (id) => send('POST', `${tenant}/lost-factors/${named(id)}/second`),
    stopLostFactor: async (id) => void (await send('DELETE', `${tenant}/lost-factors/${named(id)}`)),
  };
}

/** All of them, page by page. */
async function listLostFactors(parts: ClientParts): Promise<readonly LostFactor[]> {
  const path = tenantPath(parts, 'lost-factors');
  const found: LostFactor[] = [];
  let after: string | null = null;
  do {
    const bearer = parts.session.tokens().accessToken;
    const page: CallAnswer<'GET', typeof path> = await parts.call({
      method: 'GET',
      path,
      bearer,
      query: { after },
    });
    found.push(...page.results);
    after = page.next;
  } while (after);
  return found;
}
