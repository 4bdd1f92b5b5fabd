import { Component, type ErrorInfo, type ReactNode } from 'react';
import type { ReportError } from '../lib/report-error.ts';
import { errors as text } from '../messages/errors.ts';
import { buttonClass } from './button-class.ts';
import styles from './error-screen.module.css';

/** Lines shown of each stack. */
const MOST_LINES = 10;

type Caught = { error: unknown; componentStack: string };

export type ErrorScreenProps = { children: ReactNode; report: ReportError };

/** The screen of any render error; the error is also logged to the console and reported. Going back leaves it. */
export class ErrorScreen<Props extends ErrorScreenProps = ErrorScreenProps> extends Component<
  Props,
  { caught: Caught | null }
> {
  override state: { caught: Caught | null } = { caught: null };

  static getDerivedStateFromError(error: unknown): { caught: Caught } {
    return { caught: { error, componentStack: '' } };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    const componentStack = info.componentStack ?? '';
    console.error(error, componentStack);
    this.props.report(error, componentStack);
    this.setState({ caught: { error, componentStack } });
  }

  override componentDidMount(): void {
    addEventListener('popstate', this.leave);
  }

  override componentWillUnmount(): void {
    removeEventListener('popstate', this.leave);
  }

  readonly leave = (): void => {
    if (this.state.caught) this.setState({ caught: null });
  };

  override render(): ReactNode {
    const { caught } = this.state;
    return caught ? <ErrorReport {...caught} /> : this.props.children;
  }
}

function ErrorReport({ error, componentStack }: Caught) {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return (
    <main className={styles.screen}>
      <h1>{text.title}</h1>
      <p>{text.text}</p>
      <button type="button" className={buttonClass('primary')} onClick={() => location.reload()}>
        {text.reload}
      </button>
      <details className={styles.details}>
        <summary>{text.details}</summary>
        <h2>{text.stackTrace}</h2>
        <pre>{firstLines(stack)}</pre>
        <h2>{text.componentStack}</h2>
        <pre>{firstLines(componentStack)}</pre>
      </details>
    </main>
  );
}

/** The first ten lines of a stack. */
export function firstLines(stack: string): string {
  return stack.trim().split('\n').slice(0, MOST_LINES).join('\n');
}
