import { resolveRange } from '@stint/domain/time/date-range.ts';
import { useQuery } from '@tanstack/react-query';
import { useCan } from '../lib/actor.ts';
import { useApp } from '../lib/app-context.ts';
import { today } from '../lib/today.ts';
import { reportQuery } from './report.ts';

type Usage = { entries: number; minutes: number; billableMinutes: number };

const NONE: Usage = { entries: 0, minutes: 0, billableMinutes: 0 };

/** How much something was used, by its id; null until it is known. */
export type UsageOf = (id: string) => Usage | null;

/** How much each was used this year, for those who may see reports; null for others, and where it cannot be had. */
export function useUsage(of: 'client' | 'activity' | 'person'): UsageOf | null {
  const { call } = useApp().session;
  const isOpen = useCan('report.see');
  const range = resolveRange({ kind: 'thisYear' }, today());
  const report = useQuery({ ...reportQuery(call, { ...range, groupBy: [of] }), enabled: isOpen });
  if (!isOpen || (report.isError && !report.data)) return null;
  // Its column keeps its place from the beginning: one that came later would move the others.
  if (!report.data) return () => null;
  const lines = new Map(report.data.lines.map((line) => [line.keys[0], line]));
  return (id) => lines.get(id) ?? NONE;
}
