import { addMonths } from '@stint/domain/time/plain-date.ts';
import { useQuery } from '@tanstack/react-query';
import { reportQuery } from '../../entities/report.ts';
import { mergePlaceholder, type TeamMember, teamQuery } from '../../entities/team-member.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatHours } from '../../lib/hours.ts';
import { today } from '../../lib/today.ts';
import { MergeDialog } from '../../ui/merge-dialog.tsx';
import { fullName } from './full-name.ts';
import { text } from './messages.ts';

/** Somebody who never signed in turns out to be a member: their time becomes the member's. */
export function MergePlaceholder({ person, onClose }: { person: TeamMember; onClose: () => void }) {
  const { session, start } = useApp();
  const { call } = session;
  const team = useQuery(teamQuery(call, start.me.teamMemberID, false)).data ?? [];
  const all = useQuery(
    reportQuery(call, {
      from: '2000-01-01',
      to: addMonths(today(), 12),
      groupBy: [],
      filters: [{ field: 'person', is: 'is', values: [person.id] }],
    }),
  ).data;
  const name = fullName(person);
  return (
    <MergeDialog
      name={name}
      options={team
        .filter(({ id, status }) => id !== person.id && status !== 'placeholder')
        .map((one) => ({ id: one.id, label: fullName(one) }))}
      preview={() =>
        all ? <p role="status">{text.mergePreview(formatHours(all.totals.minutes), name)}</p> : null
      }
      merge={(into) => mergePlaceholder(call, into, person)}
      changes={['team', 'report', 'week', 'approvals']}
      onClose={onClose}
    />
  );
}
