import type { authRoutes } from '@stint/domain/api/auth.ts';
import type { Handlers } from '../../../platform/http.ts';
import type { AuthContexts } from './access.ts';

/** Handlers of all routes, and of a part of them: one feature each. */
export type AuthHandlers = Handlers<typeof authRoutes, AuthContexts>;
export type HandlersOf<Key extends keyof AuthHandlers> = Pick<AuthHandlers, Key>;
