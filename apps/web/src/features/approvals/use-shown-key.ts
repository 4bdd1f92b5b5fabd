import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Tab } from '../../entities/approval.ts';
import { later } from '../../lib/later.ts';

/** How long the keys have to rest before the address follows. */
const ADDRESS_AFTER_MILLISECONDS = 250;

/** A week that was chosen before the address said so; it counts while the address is one of these. */
type Chosen = { key: string | undefined; at: string; following: string | null };

/**
 * Which week is shown. Beside the list it is drawn at once and the address follows, since everything that knows the address
 * costs a key press more than the week itself; on a narrow screen each week is a step of the history.
 */
export function useShownKey(
  tab: Tab,
  isNarrow: boolean,
): [key: string | undefined, show: (key: string | undefined) => void] {
  const { week } = useSearch({ strict: false }) as { week?: string };
  const navigate = useNavigate();
  const router = useRouter();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const at = `${tab} ${week}`;
  const places = useRef<Pick<Chosen, 'at' | 'following'>>({ at, following: null });
  places.current.at = at;
  const isAhead = chosen !== null && isOf(chosen, at);
  const shown = isAhead ? chosen.key : week;
  const toAddress = useCallback(
    (key: string | undefined) => {
      places.current.following = `${tab} ${key}`;
      void navigate({
        to: '/approvals',
        search: { ...(tab === 'pending' ? {} : { tab }), ...(key ? { week: key } : {}) },
        replace: !isNarrow,
      });
    },
    [navigate, tab, isNarrow],
  );
  useEffect(() => {
    // An address that has followed, or that came from elsewhere, is all there is to know.
    setChosen((before) => (before && (before.key === week || !isOf(before, at)) ? null : before));
  }, [week, at]);
  useEffect(() => {
    if (shown === week) return;
    const { pathname } = router.latestLocation;
    return later(ADDRESS_AFTER_MILLISECONDS, () => {
      // Whoever is on the way to another page stays on it.
      if (router.latestLocation.pathname === pathname) toAddress(shown);
    });
  }, [shown, week, router, toAddress]);
  const show = useCallback(
    (key: string | undefined) => (isNarrow ? toAddress(key) : setChosen({ key, ...places.current })),
    [isNarrow, toAddress],
  );
  return [shown, show];
}

/** A press while the address is on its way to the one before is not lost. */
function isOf({ at, following }: Chosen, address: string): boolean {
  return address === at || address === following;
}
