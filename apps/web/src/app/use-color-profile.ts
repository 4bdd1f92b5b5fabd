import { formatColorChoice, newestChoice, parseColorChoice } from '@stint/domain/color-mode.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { preferencesQuery, savePreferences } from '../entities/team-member.ts';
import { useApp } from '../lib/app-context.ts';
import { readColorChoice, setColorMode, subscribe } from '../lib/color-mode.ts';
import { useIdle } from '../lib/use-idle.ts';

/** Where the own preferences keep the colour mode. */
const NAME = 'colorMode';

/** The colour mode follows the person to other browsers: what was chosen last, here or in the profile, holds in both. */
export function useColorProfile(): void {
  const { session, start } = useApp();
  const queryClient = useQueryClient();
  const id = start.me.teamMemberID;
  const query = preferencesQuery(session.call, id);
  const isIdle = useIdle();
  const { data } = useQuery({ ...query, enabled: isIdle });
  useEffect(() => {
    if (!data) return;
    const saved = parseColorChoice(data[NAME]);
    const agree = () => {
      const here = readColorChoice();
      const newest = newestChoice(here, saved);
      if (!newest) return;
      const text = formatColorChoice(newest);
      if (!here || formatColorChoice(here) !== text) return setColorMode(newest.mode, newest.at);
      if (data[NAME] === text) return;
      // What could not be saved is saved with the next page.
      savePreferences(session.call, id, { ...data, [NAME]: text })
        .then((next) => queryClient.setQueryData(query.queryKey, next))
        .catch(() => undefined);
    };
    agree();
    return subscribe(agree);
  }, [data, id, queryClient, query.queryKey, session.call]);
}
