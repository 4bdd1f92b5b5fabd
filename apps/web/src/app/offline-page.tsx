import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { text } from './messages.ts';

/** In place of the browser's own error page, for who has no session here and cannot get one without a connection. */
export function OfflinePage() {
  return (
    <EmptyState
      title={text.offlinePage.title}
      text={text.offlinePage.text}
      action={
        <Button variant="primary" onClick={() => location.reload()}>
          {text.offlinePage.again}
        </Button>
      }
    />
  );
}
