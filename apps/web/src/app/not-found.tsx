import { Link } from '@tanstack/react-router';
import { app as text } from '../messages/app.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function NotFound() {
  return (
    <EmptyState
      title={text.notFound}
      text={text.notFoundText}
      action={
        <Link to="/time" search={{}} className={buttonClass('primary')}>
          {text.toTime}
        </Link>
      }
    />
  );
}
