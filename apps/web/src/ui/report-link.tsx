import { Link } from '@tanstack/react-router';
import { useCan } from '../lib/actor.ts';
import { type ReportPlace, reportAddress } from '../lib/report-address.ts';
import { lists } from '../messages/lists.ts';

/** The report behind a figure, for those who may see reports. */
export function ReportLink({ place, of }: { place: ReportPlace; of: string }) {
  return useCan('report.see') ? (
    <Link to="/reports" search={reportAddress(place) as never} aria-label={lists.reportOf(of)}>
      {lists.report}
    </Link>
  ) : null;
}
