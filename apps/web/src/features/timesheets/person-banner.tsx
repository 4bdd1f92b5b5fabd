import { Link } from '@tanstack/react-router';
import { Banner } from '../../ui/banner.tsx';
import { text } from './messages.ts';

/** Says whose week it is, where it is not the own one, and leads back. */
export function PersonBanner({ name }: { name: string }) {
  return (
    <Banner
      tone="info"
      action={
        <Link to="/time" search={(before) => ({ ...before, person: undefined })}>
          {text.ownWeek}
        </Link>
      }
    >
      {text.weekOf(name || text.somebody)}
    </Banner>
  );
}
