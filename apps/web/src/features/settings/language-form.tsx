import { LANGUAGES, type Language, languages } from '@stint/domain/language.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeMember, memberQuery } from '../../entities/team-member.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { changeLanguage } from '../../lib/language.ts';
import { language } from '../../messages/language.ts';
import { Radios } from '../../ui/choices.tsx';
import { FormError } from '../../ui/field.tsx';
import { text } from './messages.ts';

/** In which language pages are shown, on every host, and in which the workspace writes to the person. */
export function LanguageForm() {
  const { session, start } = useApp();
  const queryClient = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const choose = async (chosen: Language) => {
    setError(null);
    try {
      const query = memberQuery(session.call, start.me.teamMemberID);
      const me = await queryClient.fetchQuery({ ...query, staleTime: 0 });
      await changeMember(session.call, me, { locale: chosen });
      changeLanguage(session.settings, chosen);
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <>
      <Radios
        legend={text.language}
        isLegendHidden
        layout="row"
        name="language"
        keys={languages}
        labelOf={(each) => LANGUAGES[each].name}
        langOf={(each) => each}
        chosen={language}
        onChange={(each) => void choose(each)}
      />
      {error ? <FormError>{describeError(error)}</FormError> : null}
    </>
  );
}
