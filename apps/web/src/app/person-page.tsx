import { PersonPage as Details } from '../features/details/person-page.tsx';
import { MemberDialog } from '../features/team/member-dialog.tsx';

/** With the form of its list: whoever reads the page need not look for the row. */
export function PersonPage() {
  return <Details edit={(person, onClose) => <MemberDialog person={person} onClose={onClose} />} />;
}
