import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { regionQuery } from '../entities/workspace.ts';
import { ApiError } from '../lib/api-error.ts';
import type { Session } from '../lib/session.ts';
import { errors as text } from '../messages/errors.ts';
import { useToast } from '../ui/toast.tsx';

/**
 * Asks for the region of the session's workspace while the workspace loads. Every call names the region that came with the
 * page; where the two differ, or none can be had, calls will be refused, and a page loaded anew is what helps.
 */
export function useRegionCheck({ call, settings, report }: Session): void {
  const toast = useToast();
  const region = useQuery(regionQuery(call));
  const isOther = region.data !== undefined && region.data.regionCode !== settings.workspace?.regionCode;
  // Refused for now: no page loaded anew would change that, and calls that are answered name the region themselves.
  const isRefused = region.error instanceof ApiError && region.error.status === 503;
  useEffect(() => {
    if (isRefused || (!region.error && !isOther)) return;
    report(region.error ?? new Error(text.region));
    toast({
      text: `${text.region}. ${text.tryAgain}`,
      tone: 'danger',
      action: { label: text.reload, onPress: () => location.reload() },
    });
  }, [region.error, isRefused, isOther, report, toast]);
}
