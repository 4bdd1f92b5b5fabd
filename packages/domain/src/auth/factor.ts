/** How a factor reaches the person. */
type Channel = 'email' | 'sms' | 'authenticator';

/** Social providers that have a button in the widget (protocol 12.1). */
export const SOCIAL_PROVIDERS = [
  'apple',
  'azure',
  'facebook',
  'github',
  'google',
  'linkedin',
  'twitter',
  'okta',
] as const;

/** A provider with a button of its own. */
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number];

/** Providers that the login and signup calls accept: with `custom`, which needs a providerId and has no button. */
export type Provider = SocialProvider | 'custom';

/** What a factor asks for. */
type Strategy = 'password' | 'link' | 'verificationCode' | 'totp' | SocialProvider;

/** One way to prove who somebody is, as the flow lists it; the two marks are on second factors only (protocol 12.1). */
export interface Factor {
  channel: string;
  strategy: string;
  isConfiguredByUser?: boolean | undefined;
  isPreferredByUser?: boolean | undefined;
}

/** The family of widget screens that serves a factor (protocol 12.1). */
type FactorScreen = 'password' | 'emailLink' | 'emailCode' | 'smsCode' | 'totp' | 'sso';

/** All that is known about one kind of factor. */
export interface FactorKind {
  readonly channel: Channel;
  readonly strategy: Strategy;
  readonly screen: FactorScreen;
  /** Text of the button that selects it. */
  readonly buttonText: string;
  /** It leaves the page for another provider. */
  readonly isSso: boolean;
  /** It can be asked after a first factor; a link cannot, as its page has lost the first factor (protocol 8.6). */
  readonly canBeSecond: boolean;
}

/** Every kind of factor, in the order of protocol 12.1. */
export const FACTOR_KINDS: readonly FactorKind[] = [
  local({
    channel: 'email',
    strategy: 'password',
    screen: 'password',
    buttonText: 'Username and password',
    canBeSecond: true,
  }),
  local({
    channel: 'email',
    strategy: 'link',
    screen: 'emailLink',
    buttonText: 'Email me a link',
    canBeSecond: false,
  }),
  local({
    channel: 'email',
    strategy: 'verificationCode',
    screen: 'emailCode',
    buttonText: 'Email me a code',
    canBeSecond: true,
  }),
  local({
    channel: 'sms',
    strategy: 'verificationCode',
    screen: 'smsCode',
    buttonText: 'Text me a code',
    canBeSecond: true,
  }),
  local({
    channel: 'authenticator',
    strategy: 'totp',
    screen: 'totp',
    buttonText: 'Use an authenticator app',
    canBeSecond: true,
  }),
  social('apple', 'Apple'),
  social('azure', 'Azure'),
  social('facebook', 'Facebook'),
  social('github', 'GitHub'),
  social('google', 'Google'),
  social('linkedin', 'LinkedIn'),
  social('twitter', 'Twitter'),
  social('okta', 'Okta'),
];

/** The kind of a factor by exact channel and strategy, or null when nobody knows it. */
export function findFactorKind(factor: Pick<Factor, 'channel' | 'strategy'>): FactorKind | null {
  return FACTOR_KINDS.find((kind) => isSameFactor(kind, factor)) ?? null;
}

/** Whether two factors are of one kind: both channel and strategy agree exactly. */
export function isSameFactor(
  a: Pick<Factor, 'channel' | 'strategy'>,
  b: Pick<Factor, 'channel' | 'strategy'>,
): boolean {
  return a.channel === b.channel && a.strategy === b.strategy;
}

/** Whether a factor leaves the page for another provider. */
export function isSsoFactor(factor: Pick<Factor, 'channel' | 'strategy'>): boolean {
  return findFactorKind(factor)?.isSso ?? false;
}

/** Whether a text names a provider that login and signup accept, `custom` included. */
export function isProvider(text: string): text is Provider {
  return text === 'custom' || SOCIAL_PROVIDERS.some((provider) => provider === text);
}

/** A short name that is the same for equal factors: `email/password`. For keys and logs. */
export function factorKey({ channel, strategy }: Pick<Factor, 'channel' | 'strategy'>): string {
  return `${channel}/${strategy}`;
}

function local(kind: Omit<FactorKind, 'isSso'>): FactorKind {
  return { ...kind, isSso: false };
}

function social(strategy: SocialProvider, buttonText: string): FactorKind {
  return { channel: 'email', strategy, screen: 'sso', buttonText, isSso: true, canBeSecond: false };
}
