import type { ErrorInfo, ReactNode } from 'react';
import { ErrorScreen, type ErrorScreenProps } from './error-screen.tsx';

/** How often it is looked whether a page that was to be left is still there. */
const LOOK_MILLISECONDS = 1000;

type LeavingErrorScreenProps = ErrorScreenProps & { isLeaving: () => boolean };

/** The screen of render errors, but for those of a page that is being left: they are shown and reported only where it stays. */
export class LeavingErrorScreen extends ErrorScreen<LeavingErrorScreenProps> {
  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    if (this.props.isLeaving()) setTimeout(() => this.componentDidCatch(error, info), LOOK_MILLISECONDS);
    else super.componentDidCatch(error, info);
  }

  override render(): ReactNode {
    return this.state.caught && this.props.isLeaving() ? null : super.render();
  }
}
