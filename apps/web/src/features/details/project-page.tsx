import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Project, projectQuery } from '../../entities/project.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { common } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { Badge } from '../../ui/badge.tsx';
import { ColorDot } from '../../ui/color-field.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import styles from './details.module.css';
import { HistoryPanel } from './history-panel.tsx';
import { text } from './messages.ts';
import { ProjectOverview } from './project-overview.tsx';
import { ProjectSettings } from './project-settings.tsx';
import { ProjectTeam } from './project-team.tsx';
import { ThingEntries } from './thing-entries.tsx';
import { type Tab, ThingFrame, tabOf } from './thing-frame.tsx';
import { useThing } from './use-thing.ts';

/** `/projects/:id` */
export function ProjectPage() {
  const { id } = useThing();
  const project = useQuery(projectQuery(useApp().session.call, id));
  if (project.error && !project.data) return <ErrorState error={project.error} onRetry={project.refetch} />;
  if (!project.data) return <SkeletonRows label={common.loading} />;
  return <Page project={project.data} />;
}

function Page({ project }: { project: Project }) {
  const seesHistory = useCan('audit.see');
  const canWrite = useCan('project.write');
  const seesEntries = useCan('report.see');
  const tabs: Tab[] = [
    'overview',
    ...(seesEntries ? (['entries'] as const) : []),
    'team',
    ...(canWrite ? (['settings'] as const) : []),
    ...(seesHistory ? (['history'] as const) : []),
  ];
  const tab = tabOf(tabs, useThing().tab);
  const { projectID, clientID, clientName, code, description, isBillable, isArchived } = project;
  return (
    <ThingFrame
      path="/projects/$id"
      id={projectID}
      list={{ to: '/projects', label: text.all.project }}
      title={project.projectName}
      tabs={tabs}
      tab={tab}
      facts={
        <span className={styles.facts}>
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
        </span>
      }
    >
      {description ? <p className={styles.quiet}>{description}</p> : null}
      {tab === 'overview' ? <ProjectOverview project={project} /> : null}
      {tab === 'entries' ? <ThingEntries only={{ field: 'project', id: projectID }} /> : null}
      {tab === 'team' ? <ProjectTeam project={project} /> : null}
      {tab === 'settings' ? <ProjectSettings key={projectID} project={project} /> : null}
      {tab === 'history' ? <HistoryPanel entity="project" entityID={projectID} /> : null}
    </ThingFrame>
  );
}
