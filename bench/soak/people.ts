import { setTimeout as sleep } from 'node:timers/promises';
import {
  callWorkspace,
  createWorkspace,
  enterWorkspace,
  type Person,
  type PersonSession,
  refresh,
  signIn,
  signUpPerson,
  type WorkspacePlace,
} from '../../apps/server/src/testing/product-person.ts';
import type { ProductProcess } from '../../apps/server/src/testing/product-process.ts';

/** Somebody signed in to a workspace; the session is renewed as its tokens near their end. */
export type Seat = {
  teamMemberID: string;
  workspace: WorkspacePlace;
  person: Person;
  session(): Promise<PersonSession>;
  /** Signs in anew: the next session has proven itself just now. */
  renew(): Promise<void>;
};

export type Team = {
  workspace: WorkspacePlace;
  owner: Seat;
  members: Seat[];
  projectIDs: string[];
};

/** Access tokens live for ten minutes. */
const refreshAfterMs = 4 * 60_000;
const projectNames = ['Boat house', 'Light house', 'Pier', 'Sail loft'];
const password = 'correct horse battery staple';

/** The steps of a week, as webhooks hear of them. */
const events = ['submitted', 'withdrawn', 'approved', 'disapproved', 'reopened'].map(
  (step) => `timesheet.${step}`,
);

/**
 * A workspace with an owner who approves and members who write, all through sign-up, invitation and acceptance; a webhook
 * at `hookUrl` hears of each step.
 */
export async function makeTeam(
  first: ProductProcess,
  name: string,
  size: number,
  hookUrl: string,
): Promise<Team> {
  const person = await signUpPerson(first, { email: `owner@${name}.example`, password, name: 'Olive Owner' });
  const made = await createWorkspace(first, person.session, { name });
  const { workspace } = made;
  const owner = await takeSeat(first, { ...person, session: made.session }, workspace);
  await ask(first, owner, { method: 'POST', path: '/api/Webhooks', body: { url: hookUrl, events } });
  const [type] = await ask(first, owner, { method: 'GET', path: '/api/ProjectTypeMaster' });
  const projectIDs: string[] = [];
  for (const projectName of projectNames) {
    const project = { projectName, projectTypeID: type.projectTypeID };
    const { projectID } = await ask(first, owner, { method: 'POST', path: '/api/Projects', body: project });
    projectIDs.push(projectID);
  }
  const members: Seat[] = [];
  for (let number = 1; number <= size; number++) {
    members.push(await join(first, owner, `member${number}@${name}.example`));
  }
  return { workspace, owner, members, projectIDs };
}

async function join(first: ProductProcess, owner: Seat, email: string): Promise<Seat> {
  const { workspace } = owner;
  const person = await signUpPerson(first, { email, password, name: 'Mia Member' });
  const { session } = person;
  const invited = await ask(first, owner, {
    method: 'POST',
    path: '/api/Invitations',
    body: { emails: [email], role: 'member' },
  });
  const link: string = invited.results[0].invitation.link;
  const token = new URL(link).searchParams.get('token') ?? link.split('/').at(-1);
  const accepted = await first.send({
    method: 'POST',
    path: `/api/Invitations/${token}/Accept`,
    headers: { origin: `http://${session.host}`, authorization: `Bearer ${session.accessToken}` },
  });
  if (accepted.status !== 200) throw new Error(`not accepted: ${accepted.status} ${accepted.text}`);
  return takeSeat(first, { ...person, session: await refresh(first, session) }, workspace);
}

async function takeSeat(first: ProductProcess, person: Person, workspace: WorkspacePlace): Promise<Seat> {
  let session = await enterWorkspace(first, person.session, workspace);
  let freshAt = performance.now();
  let refreshing: Promise<void> | null = null;
  /** While the provider is away, again and again: at last with a new sign-in, as a person would. */
  const refreshed = async (): Promise<PersonSession> => {
    for (let next = refresh(first, session); ; next = enterAnew()) {
      const found = await next.catch(() => null);
      if (found) return found;
      await sleep(1000);
    }
  };
  const enterAnew = async () => enterWorkspace(first, await signIn(first, person), workspace);
  const seat: Seat = {
    teamMemberID: '',
    workspace,
    person,
    async session() {
      if (performance.now() - freshAt > refreshAfterMs) {
        refreshing ??= refreshed().then((next) => {
          [session, freshAt, refreshing] = [next, performance.now(), null];
        });
        await refreshing;
      }
      return session;
    },
    async renew() {
      session = await enterAnew();
      freshAt = performance.now();
    },
  };
  seat.teamMemberID = (
    await ask(first, seat, { method: 'GET', path: `/api/TeamMember/${session.userUuid}` })
  ).id;
  return seat;
}

type Call = { method: string; path: string; body?: unknown };

/** A call that has to succeed, to the process itself. */
async function ask(first: ProductProcess, seat: Seat, call: Call) {
  const answer = await callWorkspace(first, await seat.session(), seat.workspace, call);
  if (answer.status >= 300) throw new Error(`${call.method} ${call.path}: ${answer.status} ${answer.text}`);
  return answer.json;
}
