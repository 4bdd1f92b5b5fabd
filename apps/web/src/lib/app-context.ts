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

/** What is kept as it was drawn (`memo`) hears with this that the workspace writes otherwise from now on. */
export function useWrittenAnew(): void {
  useContext(AppContext);
}

export function useApp(): AppContextValue {
  const value = useContext(AppContext);
  if (!value) throw new Error('useApp outside of the workspace');
  return value;
}
