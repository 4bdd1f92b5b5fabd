/** The few parts of the library that the tests use; it brings no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> };
  export type Context = {
    path: string;
    body: unknown;
    oidc: {
      client?: { clientId: string };
      session?: { accountId?: string };
      provider: { Grant: new (of: { clientId?: string; accountId?: string }) => Grant };
    };
  };
  export type Configuration = {
    [setting: string]: unknown;
    interactions?: { url(context: Context, interaction: { uid: string }): string };
    findAccount?(context: Context, sub: string): { accountId: string; claims(): object };
    loadExistingGrant?(context: Context): Promise<Grant>;
  };

  // biome-ignore lint/style/noDefaultExport: the library has one
  export default class Provider {
    readonly Client: { prototype: { compareClientSecret(actual: string): Promise<boolean> } };
    constructor(issuer: string, configuration: Configuration);
    use(layer: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { login: { accountId: string } },
    ): Promise<void>;
  }
}
