import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApp } from '../lib/app-context.ts';
import { cancelLongWork, isOpen, type LongWork, longWorkQuery, saveWorkFile } from './long-work.ts';

/** What the person has under way; what is begun here is downloaded when it is ready. */
export function useLongWork() {
  const { session } = useApp();
  const client = useQueryClient();
  const query = useQuery(longWorkQuery(session.call));
  const [savingID, setSavingID] = useState<string | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const awaited = useRef(new Set<string>());
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  const renew = () => client.invalidateQueries({ queryKey: ['long-work'] });
  const run = async (work: () => Promise<unknown>) => {
    setProblem(null);
    try {
      await work();
    } catch (error) {
      if (!leaving.current?.signal.aborted) setProblem(error);
    }
  };
  const save = (work: LongWork) =>
    run(async () => {
      setSavingID(work.longWorkID);
      const signal = leaving.current?.signal ?? new AbortController().signal;
      await saveWorkFile(session, work, signal).finally(() => setSavingID(null));
    });
  const saveReady = useRef(save);
  saveReady.current = save;
  const works = query.data?.rows;
  useEffect(() => {
    for (const work of works ?? []) {
      if (isOpen(work) || !awaited.current.delete(work.longWorkID)) continue;
      if (work.status === 'done') void saveReady.current(work);
    }
  }, [works]);
  return {
    works,
    /** How many there are, of which `works` has the newest. */
    total: query.data?.total ?? 0,
    error: problem ?? query.error,
    /** Asks for the list anew. */
    read: () => void query.refetch(),
    savingID,
    save: (work: LongWork) => void save(work),
    cancel: (work: LongWork) =>
      void run(async () => {
        await cancelLongWork(session.call, work.longWorkID);
        await renew();
      }),
    /** Waits for what was begun, and downloads its file. */
    async await({ longWorkID }: Pick<LongWork, 'longWorkID'>) {
      awaited.current.add(longWorkID);
      await renew();
    },
  };
}
