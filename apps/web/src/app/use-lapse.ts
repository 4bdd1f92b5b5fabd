import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isActiveQuery } from '../entities/subscription.ts';
import { useQueueSnapshot, useTimeStore } from '../features/timesheets/time-store.ts';
import { useApp } from '../lib/app-context.ts';
import { invalidate } from '../lib/invalidate.ts';

/** Longest timer that browsers keep. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Whether the subscription has ended. A payment is told by the feed; a trial ends by the clock, which tells nobody, so its
 * end and whatever was refused ask anew. What was typed meanwhile goes out once the subscription is active again.
 */
export function useLapse(): boolean {
  const { session, start } = useApp();
  const queryClient = useQueryClient();
  const { queue } = useTimeStore();
  const { states } = useQueueSnapshot();
  const isActive = useQuery(isActiveQuery(session.call)).data?.isActive;
  const isRefused = [...states.values()].some(({ status }) => status === 'refused');
  useEffect(() => {
    if (isRefused) void invalidate(queryClient, 'subscription');
  }, [isRefused, queryClient]);
  const { trialEndsAt } = start.subscription;
  useEffect(() => {
    const left = trialEndsAt === null ? Number.NaN : Date.parse(trialEndsAt) - Date.now();
    if (!(left > 0)) return;
    const ask = () => void invalidate(queryClient, 'subscription');
    const timer = setTimeout(ask, Math.min(left, LONGEST_TIMER));
    return () => clearTimeout(timer);
  }, [trialEndsAt, queryClient]);
  const was = useRef(isActive);
  useEffect(() => {
    if (was.current === false && isActive) void queue.flush();
    was.current = isActive;
  }, [isActive, queue]);
  return isActive === false;
}
