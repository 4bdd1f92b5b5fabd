import { useQuery } from '@tanstack/react-query';
import { type Client, clientsQuery, mergeClient } from '../../entities/client.ts';
import { projectsOfQuery } from '../../entities/project.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatHours } from '../../lib/hours.ts';
import { MergeDialog } from '../../ui/merge-dialog.tsx';
import { text } from './messages.ts';

/** The projects of a client become those of another; their time stays with them. */
export function MergeClient({ client, onClose }: { client: Client; onClose: () => void }) {
  const { call } = useApp().session;
  const others = (useQuery(clientsQuery(call)).data ?? []).filter(
    ({ clientID }) => clientID !== client.clientID,
  );
  const projects = useQuery(projectsOfQuery(call, client.clientID)).data;
  const minutes = (projects ?? []).reduce((sum, { trackedMinutes }) => sum + trackedMinutes, 0);
  return (
    <MergeDialog
      name={client.clientName}
      options={others.map(({ clientID, clientName }) => ({ id: clientID, label: clientName }))}
      preview={() =>
        projects ? (
          <p role="status">{text.mergePreview(projects.length, formatHours(minutes), client.clientName)}</p>
        ) : null
      }
      merge={(into) => mergeClient(call, into, client)}
      changes={['clients', 'projects', 'report', 'week']}
      onClose={onClose}
    />
  );
}
