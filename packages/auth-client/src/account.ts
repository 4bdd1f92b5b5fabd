import type { CallAnswer, CallBody, CallMethod, CallPath, MethodOf } from './calls.ts';
import type { JsonObject } from './json.ts';
import type { ClientParts } from './parts.ts';
import type { IdentityRecord, SessionRecord } from './records.ts';

/** Which provider is linked, and where the browser comes back to. */
export interface IdentityLink {
  /** `google`, `custom` and so on; `saml` for a workspace's identity provider. */
  provider: string;
  /** For `custom`: which one. */
  providerId?: string;
  /** The workspace that the provider belongs to; the session's own tenant where absent. */
  tenantId?: string;
  /** A path at the tenant. */
  redirect?: string;
}

/** What people do with their own account; calls that need a fresh confirmation answer `step_up_required`. */
export interface Account {
  listSessions(): Promise<readonly SessionRecord[]>;
  /** Ends one session, or with `others` all but this one. */
  endSession(sessionId: string): Promise<void>;
  /** The new address counts once its link was followed. */
  changeEmail(email: string): Promise<JsonObject>;
  /** E.164. Without a code one is sent; with it the number counts. */
  changePhoneNumber(phoneNumber: string, verificationCode?: string): Promise<JsonObject>;
  /** @throws AuthError `last_factor` where the person could not sign in without it */
  removePhoneNumber(): Promise<void>;
  /** Takes a change of address back with the link of the notice; ends every session. */
  undoChange(link: { uuid: string; token: string }): Promise<JsonObject>;
  /**
   * Starts linking an identity at a provider, also at one of a workspace's own: the browser goes to the address that is given.
   */
  linkIdentity(to: IdentityLink): Promise<string>;
  /** A PNG of 256 by 256 points in base64, as a canvas writes it; the server writes it anew. */
  setPicture(png: string): Promise<void>;
  listIdentities(): Promise<readonly IdentityRecord[]>;
  unlinkIdentity(id: string): Promise<void>;
  removeTotp(): Promise<void>;
  /** Ten new codes; the old ones end. */
  renewBackupCodes(): Promise<readonly string[]>;
  deleteSelf(): Promise<void>;
}

/** The account calls of a client; they are loaded with the first of them, since a form that signs in needs none. */
export function createAccount(parts: ClientParts): Account {
  const send = <M extends CallMethod, Path extends CallPath>(
    method: M & MethodOf<Path>,
    path: Path,
    body?: CallBody<M, Path>,
  ): Promise<CallAnswer<M, Path>> =>
    parts.call({ method, path, bearer: parts.session.tokens().accessToken, ...(body ? { body } : {}) });
  return {
    listSessions: async () => (await send('GET', 'self/sessions')).results,
    endSession: async (id) => void (await send('DELETE', `self/sessions/${encodeURIComponent(id)}`)),
    changeEmail: (email) => send('PUT', 'self/email', { email }),
    changePhoneNumber: (phoneNumber, verificationCode) =>
      send('PUT', 'self/phone', { phoneNumber, verificationCode }),
    removePhoneNumber: async () => void (await send('DELETE', 'self/phone')),
    undoChange: ({ uuid, token }) => send('POST', 'self/undo', { uuid, token }),
    linkIdentity: async ({ provider, providerId, tenantId, redirect }) => {
      const body = {
        ...(tenantId ? { tenantId } : {}),
        ...(providerId ? { providerId } : {}),
        ...(redirect ? { redirect } : {}),
      };
      return (await send('POST', `self/identities/${encodeURIComponent(provider)}`, body)).url;
    },
    setPicture: async (png) => void (await send('PUT', 'self/picture', { png })),
    listIdentities: async () => (await send('GET', 'self/identities')).results,
    unlinkIdentity: async (id) => void (await send('DELETE', `self/identities/${encodeURIComponent(id)}`)),
    removeTotp: async () => void (await send('DELETE', 'self/factors/totp')),
    renewBackupCodes: async () => (await send('POST', 'self/backup-codes', {})).backupCodes,
    deleteSelf: async () => void (await send('DELETE', 'self')),
  };
}
