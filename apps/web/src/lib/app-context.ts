import { createContext, useContext } from 'react';
import type { WorkspaceStart } from './gateway.ts';
import type { Session } from './session.ts';

/** What every page of a workspace can rely on. */
export type AppContextValue = {
  session: Session;
  /** Who I am here, what I may do, how this workspace counts. */
  start: WorkspaceStart;
};

export const AppContext = createContext<AppContextValue | null>(null);

export function useApp(): AppContextValue {
  const value = useContext(AppContext);
  if (!value) throw new Error('useApp outside of the workspace');
  return value;
}
