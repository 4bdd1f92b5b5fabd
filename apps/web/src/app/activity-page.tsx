import { ActivityDialog } from '../features/activities/activity-dialog.tsx';
import { ActivityPage as Details } from '../features/details/activity-page.tsx';

/** With the form of its list: whoever reads the page need not look for the row. */
export function ActivityPage() {
  return <Details edit={(activity, onClose) => <ActivityDialog activity={activity} onClose={onClose} />} />;
}
