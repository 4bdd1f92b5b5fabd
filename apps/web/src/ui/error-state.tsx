import { ConnectionError } from '../lib/api-error.ts';
import { describeError } from '../lib/describe-error.ts';
import { common } from '../messages/common.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

/** What could not be read, why, and the way to try again. @param title what it is; else the reason says it */
export function ErrorState({
  error,
  title,
  onRetry,
}: {
  error: unknown;
  title?: string;
  onRetry: () => unknown;
}) {
  const reason = describeError(error);
  return (
    <EmptyState
      drawing={error instanceof ConnectionError ? 'offline' : 'error'}
      title={title ?? reason}
      {...(title ? { text: reason } : {})}
      action={<Button onClick={() => void onRetry()}>{common.tryAgain}</Button>}
    />
  );
}
