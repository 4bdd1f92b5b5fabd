import { resolveRange } from '@stint/domain/time/date-range.ts';
import { useQuery } from '@tanstack/react-query';
import { useCan } from '../lib/actor.ts';
import { useApp } from '../lib/app-context.ts';
import { today } from '../lib/today.ts';
import { reportQuery } from './report.ts';

export type Usage = { entries: number; minutes: number; billableMinutes: number };

const NONE: Usage = { entries: 0, minutes: 0, billableMinutes: 0 };

/** How much each was used this year, by its id, for those who may see reports; null for others and until it is known. */
export function useUsage(of: 'client' | 'activity' | 'person'): ((id: string) => Usage) | null {
  const { call } = useApp().session;
  const isOpen = useCan('report.see');
  const range = resolveRange({ kind: 'thisYear' }, today());
  const report = useQuery({ ...reportQuery(call, { ...range, groupBy: [of] }), enabled: isOpen });
  if (!report.data) return null;
  const lines = new Map(report.data.lines.map((line) => [line.keys[0], line]));
  return (id) => lines.get(id) ?? NONE;
}
