import { Link } from '@tanstack/react-router';
import { previousPath } from '../lib/visited-paths.ts';
import { buttonClass } from '../ui/button-class.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { text } from './messages.ts';

/** Back to where the person came from, and to the week. */
export function NotFound() {
  const previous = previousPath();
  return (
    <EmptyState
      isPage
      drawing="notFound"
      title={text.notFound}
      text={text.notFoundText}
      action={
        <>
          <Link to="/time" search={{}} className={buttonClass('primary')}>
            {text.toTime}
          </Link>
          {previous ? (
            <a href={previous} className={buttonClass('secondary')}>
              {text.goBack}
            </a>
          ) : null}
        </>
      }
    />
  );
}
