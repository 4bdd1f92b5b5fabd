import { Link } from '@tanstack/react-router';
import { useCan } from '../../lib/actor.ts';
import { type ReportPlace, reportAddress } from '../../lib/report-address.ts';
import { text } from './messages.ts';

/** The report behind a card, for those who may see reports. */
export function ReportLink({ place, of }: { place: ReportPlace; of: string }) {
  return useCan('report.see') ? (
    <Link to="/reports" search={reportAddress(place) as never} aria-label={`${text.report}: ${of}`}>
      {text.report}
    </Link>
  ) : null;
}
