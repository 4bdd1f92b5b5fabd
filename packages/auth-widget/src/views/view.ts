import type { SignInEvent } from '../machine/types.ts';

/** What every view gets besides its own props: it sends events and knows nothing of the machine. */
export interface ViewHost {
  send: (event: SignInEvent) => void;
  /** Seconds between two sends to one person. */
  resendWaitSeconds: number;
  /** Leave out the limit of 15 digits of phone numbers. */
  allowLongNumbers: boolean;
  locale: string;
  onLogout: () => void;
  /** What the application knows about the link that waits, such as who invited to what. */
  linkNote?: string | undefined;
}

/** A view: its props of the screen table and the host. */
export type ViewProps<Props> = Props & ViewHost;
