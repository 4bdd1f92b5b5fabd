import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Project } from '../../entities/project.ts';
import { type TeamMember, teamQuery } from '../../entities/team-member.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { QueryCard } from '../../ui/query-card.tsx';
import styles from './details.module.css';
import { text } from './messages.ts';
import { RatesPanel } from './rates-panel.tsx';

/** Who manages a project, who works on it, and what an hour of each is billed at. */
export function ProjectTeam({ project }: { project: Project }) {
  const { session, start } = useApp();
  const team = useQuery(teamQuery(session.call, start.me.teamMemberID, false));
  const seesRates = useCan('rate.seeBill');
  const { visibility, memberIDs, managerID, clientID } = project;
  const words = text.people;
  return (
    <div className={styles.cards}>
      <QueryCard title={text.tabs.team} query={team}>
        {(everybody) => {
          const manager = everybody.find(({ id }) => id === managerID);
          const members = everybody.filter(({ id }) => memberIDs.includes(id));
          return (
            <>
              <dl className={styles.pairs}>
                <dt>{words.manager}</dt>
                <dd>{manager ? <PersonLink person={manager} /> : words.nobody}</dd>
              </dl>
              <p className={styles.quiet}>{words.visibility[visibility]}</p>
              {visibility === 'members' && members.length === 0 ? <p>{words.noMembers}</p> : null}
              {members.length > 0 ? (
                <ul className={styles.rows}>
                  {members.map((person) => (
                    <li key={person.id}>
                      <Avatar
                        id={person.userID ?? person.id}
                        name={`${person.firstName} ${person.lastName}`}
                        size={24}
                      />
                      <PersonLink person={person} />
                    </li>
                  ))}
                </ul>
              ) : null}
            </>
          );
        }}
      </QueryCard>
      {seesRates ? (
        <div className={styles.wide}>
          <RatesPanel
            of={{ projectID: project.projectID }}
            people={(team.data ?? []).filter(({ id }) => visibility === 'public' || memberIDs.includes(id))}
            clientID={clientID}
            beginning={project.hourlyRate}
            hint={text.rates.modes[project.rateMode]}
          />
        </div>
      ) : null}
    </div>
  );
}

function PersonLink({ person }: { person: TeamMember }) {
  return (
    <Link to="/team/$id" params={{ id: person.id }} search={{}}>
      {`${person.firstName} ${person.lastName}`.trim()}
    </Link>
  );
}
