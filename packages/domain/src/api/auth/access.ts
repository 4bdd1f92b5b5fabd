/**
 * Who may call a route of the provider. `public`: anybody from an allowed origin. `sign-in`: the same, and a first-factor
 * token counts where one is sent. `user`: an access token. `factor`: a first-factor or an access token. `refresh`: a
 * refresh token. `admin`: an admin key. `reader`: an admin or readonly key. `owner`: an admin key, or the access token of
 * an owner of that tenant. `manager`: an admin key, or the access token of an owner or admin of that tenant. `creator`:
 * an admin key or an access token.
 */
export type AuthAccess =
  | 'public'
  | 'sign-in'
  | 'user'
  | 'factor'
  | 'refresh'
  | 'admin'
  | 'reader'
  | 'owner'
  | 'manager'
  | 'creator';
