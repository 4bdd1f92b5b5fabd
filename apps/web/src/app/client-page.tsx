import { ClientDialog } from '../features/clients/client-dialog.tsx';
import { ClientPage as Details } from '../features/details/client-page.tsx';

/** With the form of its list: whoever reads the page need not look for the row. */
export function ClientPage() {
  return <Details edit={(client, onClose) => <ClientDialog client={client} onClose={onClose} />} />;
}
