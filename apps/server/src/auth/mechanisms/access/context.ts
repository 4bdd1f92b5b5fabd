import type { Foundation } from '../../model/foundation.ts';
import type { SessionCache } from '../sessions/cache.ts';
import type { TokensContext } from '../tokens/tokens.ts';

/** What is asked of every request before its handler runs. */
export type AccessContext = TokensContext & Pick<Foundation, 'database' | 'log'> & { sessions: SessionCache };
