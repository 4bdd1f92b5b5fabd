import { LANGUAGE_COOKIE, languageOf } from '@stint/domain/language.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { changeMember, memberQuery } from '../entities/team-member.ts';
import { useApp } from '../lib/app-context.ts';
import { changeLanguage } from '../lib/language.ts';
import { useIdle } from '../lib/use-idle.ts';
import { language } from '../messages/language.ts';

/**
 * A browser in which nobody has chosen a language yet takes that of the person's profile. Somebody without one gets that
 * of the page, so that mails are in it too; nothing is noted of English, which mails are in anyway.
 */
export function useLanguageProfile(): void {
  const { session, start } = useApp();
  const queryClient = useQueryClient();
  const isIdle = useIdle();
  const { locale, teamMemberID } = start.me;
  useEffect(() => {
    const kept = languageOf(locale);
    if (kept && kept !== language && !isChosenHere()) changeLanguage(session.settings, kept);
    if (locale !== null || language === 'en' || !isIdle) return;
    const query = { ...memberQuery(session.call, teamMemberID), staleTime: 0 };
    // What could not be saved is saved with the next page.
    queryClient
      .fetchQuery(query)
      .then((me) => changeMember(session.call, me, { locale: language }))
      .catch(() => undefined);
  }, [locale, teamMemberID, isIdle, session, queryClient]);
}

function isChosenHere(): boolean {
  return document.cookie.split('; ').some((pair) => pair.startsWith(`${LANGUAGE_COOKIE}=`));
}
