import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Project, projectQuery } from '../../entities/project.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { lists } from '../../messages/lists.ts';
import { Badge } from '../../ui/badge.tsx';
import { ColorDot } from '../../ui/color-field.tsx';
import styles from './details.module.css';
import { HistoryPanel } from './history-panel.tsx';
import { text } from './messages.ts';
import { ProjectOverview } from './project-overview.tsx';
import { ProjectSettings } from './project-settings.tsx';
import { ProjectTeam } from './project-team.tsx';
import { ThingEntries } from './thing-entries.tsx';
import { LoadedThing, ThingFrame } from './thing-frame.tsx';
import { useThing } from './use-thing.ts';

/** `/projects/:id` */
export function ProjectPage() {
  const { id } = useThing();
  const query = useQuery(projectQuery(useApp().session.call, id));
  return <LoadedThing query={query}>{(project) => <Page project={project} />}</LoadedThing>;
}

function Page({ project }: { project: Project }) {
  const seesHistory = useCan('audit.see');
  const canWrite = useCan('project.write');
  const seesEntries = useCan('report.see');
  const { projectID, clientID, clientName, code, description, isBillable, isArchived } = project;
  return (
    <ThingFrame
      path="/projects/$id"
      title={project.projectName}
      facts={
        <>
          <ColorDot color={project.color} />
          {clientID && clientName ? (
            <Link to="/clients/$id" params={{ id: clientID }} search={{}}>
              {clientName}
            </Link>
          ) : null}
          {code ? <span>{code}</span> : null}
          <Badge tone={isBillable ? 'primary' : 'neutral'}>
            {isBillable ? lists.billable : lists.nonBillable}
          </Badge>
          {isArchived ? <Badge tone="warning">{text.archived}</Badge> : null}
        </>
      }
      lead={description ? <p className={styles.quiet}>{description}</p> : null}
      parts={{
        overview: () => <ProjectOverview project={project} />,
        entries: seesEntries && (() => <ThingEntries only={{ field: 'project', id: projectID }} />),
        team: () => <ProjectTeam project={project} />,
        settings: canWrite && (() => <ProjectSettings project={project} />),
        history: seesHistory && (() => <HistoryPanel entity="project" entityID={projectID} />),
      }}
    />
  );
}
