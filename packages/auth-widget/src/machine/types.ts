import type { Flow, JsonObject, Mode, ModeReason, RedirectSetting } from '@latchkey/client';
import type { Factor, SocialProvider } from '@stint/domain/auth/factor.ts';
import type { FactorAction, FlowType } from '@stint/domain/auth/flow.ts';

export type { FlowType } from '@stint/domain/auth/flow.ts';

/** A provider without a factor of its own (protocol 12.1): a custom one, or the tenant's identity provider by SAML. */
export interface CustomProvider {
  /** `custom` by default. */
  provider?: 'custom' | 'saml';
  /** Which custom one; empty for SAML, of which a tenant has one. */
  providerId: string;
  /** Text of its button; the id by default, for SAML a general one. */
  label?: string;
}

/** What is known about the person before they typed anything. */
export interface KnownUser {
  email?: string | undefined;
  name?: string | undefined;
  username?: string | undefined;
  emailOrUsername?: string | undefined;
  phoneNumber?: string | undefined;
}

/** What somebody who is signed in has to pass as well, such as what a workspace asks on the way in. */
export interface StepUp {
  /** One more first factor, or a second one, which is set up where none of the factors is. */
  kind: 'firstFactor' | 'secondFactor';
  factors: readonly Factor[];
}

/** Settings of the widget. Names and defaults stand in `docs/embedding.md`. */
export interface Config {
  flow: Flow | null;
  tenantId: string;
  /** Ask the server for the flow; true by default. Without it the given flow is all there is ("local mode"). */
  shouldFetchFlow: boolean;
  mode: Mode;
  modeReason: ModeReason;
  compact: boolean;
  type: FlowType;
  /** Whether the factor is used or set up; decided by the flow as it goes. */
  action: FactorAction;
  redirect: RedirectSetting;
  redirectOnLoad: boolean;
  activeFactor: Factor | null;
  customProviders: readonly CustomProvider[];
  /** The sign-up form asks for a username, or for the password a second time. */
  askUsername: boolean;
  askConfirmation: boolean;
}

/** What the screens keep. Secrets are never kept here: they travel in the event to the call. */
export interface ViewData {
  email: string;
  emailOrUsername: string;
  username: string;
  phoneNumber: string;
  useBackupCode: boolean;
  showEmailOrUsername: boolean;
  qrCode: string;
  totpSecret: string | null;
  backupCodes: readonly string[];
  message: 'emailResent' | 'codeResent' | null;
  isMfaRequired: boolean;
  allowedSecondFactors: readonly Factor[];
  /** When something was last sent, milliseconds since 1970; resending waits from here. */
  sentAt: number | null;
}

/** The link of the address the page was opened with. */
interface LinkQuery {
  uuid: string;
  token: string;
  linkType: string;
  /** Not yet refused by the server. */
  isValid: boolean;
  /** Asked for by this browser; otherwise a button is shown first. */
  isAskedHere: boolean;
}

/** A refusal as the form shows it. */
export interface ViewError {
  statusCode: number;
  message: string;
  error: { type: string };
  /** The stable name of the refusal, where the server lists one. */
  code?: string | undefined;
  retryAfterSeconds?: number;
}

/** Everything the statechart remembers. */
export interface Context {
  user: KnownUser;
  config: Config;
  view: ViewData;
  query: LinkQuery | null;
  isSecondFactor: boolean;
  /** A session that could be used when the widget started, or that a factor has just made. */
  isLoggedIn: boolean;
  /** The form was chosen from a list that Back leads to. */
  canGoBack: boolean;
  /** The password was typed on the selection screen itself. */
  isInline: boolean;
  error: ViewError | null;
  /** The answer that ended the sign-in; holds `redirectTo`. */
  answer: JsonObject | null;
  /** What was submitted before the flow was known; acted on when it is. */
  pendingSubmit: SubmitEvent | null;
}

/** Fields of the forms (protocol 12.3). Empty optional fields are left out. */
export interface SubmitEvent {
  type: 'submit';
  email?: string;
  emailOrUsername?: string;
  username?: string;
  password?: string;
  confirmPassword?: string;
  existingPassword?: string;
  phoneNumber?: string;
  verificationCode?: string;
  totpCode?: string;
  backupCode?: string;
}

/** What people do. */
export type SignInEvent =
  | SubmitEvent
  | { type: 'selectFactor'; factor: Factor }
  | { type: 'selectCustomProvider'; provider?: 'custom' | 'saml'; providerId: string }
  | { type: 'back' }
  | { type: 'resend' }
  | { type: 'retry' }
  | { type: 'useBackupCode'; useBackupCode: boolean }
  | { type: 'openLink' }
  | { type: 'finish' };

/** How the client describes its start. */
export interface ClientStart {
  isLoggedIn: boolean;
  link: Omit<LinkQuery, 'isValid'> | null;
  /** Second factors of a sign-in that was under way before a reload. */
  pendingSecondFactors: readonly Factor[] | null;
  mode: Mode;
  modeReason: ModeReason;
}

/** How a call that may sign in ended. */
export interface SignOnOutcome {
  outcome: 'signedIn' | 'secondFactorRequired' | 'accepted' | 'leaving';
  secondFactors: readonly Factor[];
  answer: JsonObject;
}

/** What the server says about mode and flow. */
export interface FlowAnswer {
  mode: Mode;
  modeReason: ModeReason;
  flow: Flow | null;
  customProviders: readonly CustomProvider[];
}

/** Something went out, at a moment in milliseconds since 1970. */
export interface Sent {
  sentAt: number;
}

/** A channel of codes. */
export type CodeChannel = 'email' | 'sms';

/** The calls that the machine names and its host carries out with the client: input and output of each. */
export interface Calls {
  getTenantId: [input: undefined, output: string];
  initialiseClient: [input: undefined, output: ClientStart];
  fetchFlow: [input: undefined, output: FlowAnswer];
  refresh: [input: undefined, output: { isLoggedIn: boolean }];
  loginWithLink: [input: { token: string; uuid: string; linkType: string }, output: SignOnOutcome];
  sendPassword: [
    input: { type: FlowType; isSecondFactor: boolean; fields: SubmitEvent; user: KnownUser },
    output: SignOnOutcome,
  ];
  sendEmailLink: [input: { type: FlowType; email: string; user: KnownUser }, output: Sent];
  sendCode: [input: { channel: CodeChannel; address: string; user: KnownUser }, output: Sent];
  verifyCode: [
    input: { channel: CodeChannel; address: string; verificationCode: string },
    output: SignOnOutcome,
  ];
  useTotp: [
    input: { totpCode?: string; backupCode?: string; emailOrUsername?: string },
    output: SignOnOutcome,
  ];
  getTotp: [
    input: undefined,
    output: { qrCode: string; totpSecret: string | null; backupCodes: readonly string[] },
  ];
  setNewPassword: [
    input: { password: string; existingPassword?: string; link: LinkQuery | null },
    output: SignOnOutcome,
  ];
  goToProvider: [
    input: { provider: SocialProvider | 'custom' | 'saml'; providerId?: string },
    output: undefined,
  ];
}

/** What the machine is started with. */
export interface SignInInput {
  user: KnownUser;
  config: Config;
}
