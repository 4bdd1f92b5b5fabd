import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sentBackQuery } from '../../entities/approval.ts';
import { useApp } from '../../lib/app-context.ts';
import { weekLabel } from '../../lib/today.ts';
import { useIdle } from '../../lib/use-idle.ts';
import { Banner } from '../../ui/banner.tsx';
import { text } from './messages.ts';

/** Own weeks that were disapproved, beside the one that is shown: each with its reason and the way there. */
export function SentBack({ shownWeekEnd }: { shownWeekEnd: string }) {
  const { session, start } = useApp();
  // The week itself comes first.
  const isIdle = useIdle();
  const weeks = useQuery({ ...sentBackQuery(session.call, start.me.teamMemberID), enabled: isIdle });
  const others = (weeks.data ?? []).filter(({ weekEndDate }) => weekEndDate !== shownWeekEnd);
  return others.map(({ weekEndDate, reason }) => (
    <Banner
      key={weekEndDate}
      tone="danger"
      action={
        <Link to="/time" search={{ week: weekEndDate }}>
          {text.sentBack.open}
        </Link>
      }
    >
      {text.sentBack.text(weekLabel(weekEndDate), reason)}
    </Banner>
  ));
}
