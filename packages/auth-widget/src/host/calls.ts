import { type AuthClient, AuthError, toAuthError } from '@latchkey/client';
import type { Calls, ClientStart, Config, FlowAnswer, StepUp } from '../machine/types.ts';
import { readCustomProviders } from './flow-answer.ts';
import { toOutcome, toSignedIn } from './sign-on-outcome.ts';

type CallTable = { [Name in keyof Calls]: (input: Calls[Name][0]) => Promise<Calls[Name][1]> };

/** A sign-in never redirects by itself: the machine says when it is over, and `leave` goes where the answer leads. */
const STAY = { redirect: false } as const;

/**
 * Every call that the machine names, carried out with a client (protocol 12.4). As step-up they are made by the
 * signed-in person, whose session then has the factor.
 */
export function createCalls(
  client: AuthClient,
  config: Pick<Config, 'redirect'>,
  stepUp: StepUp | null = null,
): CallTable {
  const isStepUp = stepUp !== null;
  const sendsRedirect = typeof config.redirect === 'string' ? { redirect: config.redirect } : {};
  return {
    getTenantId: async () => {
      if (!client.tenantId) throw new AuthError('Missing tenantId', { type: 'usage_error' });
      return client.tenantId;
    },
    initialiseClient: async () => (stepUp ? stepUpStart(client, stepUp) : readStart(client)),
    fetchFlow: () => fetchFlow(client),
    refresh: async () => ({ isLoggedIn: await client.isLoggedIn() }),
    loginWithLink: async (input) => toSignedIn(await client.login({ method: 'link', ...input, ...STAY })),
    sendPassword: async ({ type, isSecondFactor, fields, user }) => {
      const { email = '', emailOrUsername = '', username, password = '' } = fields;
      return toSignedIn(
        type === 'signup' && !isSecondFactor
          ? await client.signup({
              method: 'password',
              email,
              password,
              username: username ?? user.username,
              name: user.name,
              ...STAY,
            })
          : await client.login({
              method: 'password',
              emailOrUsername,
              password,
              options: { noResetEmail: true },
              isStepUp,
              ...STAY,
            }),
      );
    },
    sendEmailLink: async ({ type, email, user }) => {
      if (type === 'reset') await client.sendPasswordResetEmail(email).catch(asKind(resetMailKind));
      else await client.sendLoginLink({ email, ...known(user), ...linkOptions(sendsRedirect) });
      return { sentAt: Date.now() };
    },
    sendCode: async ({ channel, address, user }) => {
      const to = channel === 'email' ? { email: address } : { phoneNumber: address };
      await client.sendVerificationCode(
        isStepUp ? { channel, ...to, isStepUp } : { channel, ...to, ...known(user) },
      );
      return { sentAt: Date.now() };
    },
    verifyCode: async ({ channel, address, verificationCode }) => {
      const to = channel === 'email' ? { email: address } : { phoneNumber: address };
      const method = 'verificationCode' as const;
      return toSignedIn(await client.login({ method, channel, verificationCode, ...to, isStepUp, ...STAY }));
    },
    useTotp: async ({ totpCode, backupCode, emailOrUsername }) => {
      const code = backupCode ? { backupCode } : { totpCode: totpCode ?? '' };
      const whom = emailOrUsername ? { emailOrUsername } : {};
      return toOutcome(await client.login({ method: 'totp', ...code, ...whom, isStepUp, ...STAY }));
    },
    getTotp: () => {
      // A sign-in that waits in this tab must not stand in for the person who is signed in.
      if (isStepUp) client.abandonSignIn();
      return client.getTotp();
    },
    setNewPassword: async ({ password, existingPassword, link }) => {
      const credentials = link ? { token: link.token, uuid: link.uuid } : {};
      const current = existingPassword ? { existingPassword } : {};
      const sending = client.updatePassword({ password, ...current, ...credentials, ...STAY });
      return toOutcome(await (link ? sending.catch(asKind(resetKind)) : sending));
    },
    goToProvider: async ({ provider, providerId }) => {
      if (provider === 'saml') return void (await client.goToOwnProvider(sendsRedirect));
      const params = { method: provider, ...(providerId ? { providerId } : {}), ...sendsRedirect };
      await client.login(params as Parameters<AuthClient['login']>[0]);
    },
  };
}

/** Passes a refusal on, named as a kind that the form has a sentence of its own for. */
function asKind(kindOf: (error: AuthError) => string | null): (thrown: unknown) => never {
  return (thrown) => {
    const error = toAuthError(thrown);
    const type = kindOf(error);
    if (type === null) throw thrown;
    throw new AuthError(error.message, { statusCode: error.statusCode, type, cause: thrown });
  };
}

/** An answer that failed on the server's side says nothing a person could act on. */
const hasFailed = ({ statusCode }: AuthError) => statusCode >= 500;

const resetMailKind = (error: AuthError) => (hasFailed(error) ? 'reset_mail_error' : null);

function resetKind(error: AuthError): string | null {
  if (error.type === 'invalid_token') return 'reset_link_error';
  return hasFailed(error) ? 'reset_error' : null;
}

/** What the client knows when the widget starts. */
export function readStart(client: AuthClient): ClientStart {
  return {
    isLoggedIn: client.snapshot().isSignedIn,
    link: client.link(),
    pendingSecondFactors: client.pendingSecondFactors(),
    mode: client.mode(),
    modeReason: client.modeReason(),
  };
}

/** How a step-up begins: as a sign-in that lacks its second factor, or one of its first. */
export function stepUpStart(client: AuthClient, { kind, factors }: StepUp): ClientStart {
  return {
    ...readStart(client),
    isLoggedIn: false,
    link: null,
    pendingSecondFactors: kind === 'secondFactor' ? factors : null,
  };
}

async function fetchFlow(client: AuthClient): Promise<FlowAnswer> {
  const { mode, reason, flow, answer } = await client.fetchMode();
  return { mode, modeReason: reason, flow, customProviders: readCustomProviders(answer.sso) };
}

/** Optional fields are sent only when present. */
function known({ name, username }: { name?: string | undefined; username?: string | undefined }) {
  return { ...(name ? { name } : {}), ...(username ? { username } : {}) };
}

function linkOptions(options: { redirect?: string }) {
  return options.redirect ? { options } : {};
}
