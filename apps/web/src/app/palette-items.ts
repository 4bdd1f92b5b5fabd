import type { ThingPath, WorkspacePath } from '@stint/domain/pages.ts';
import { namedWeek } from '@stint/domain/time/named-week.ts';
import { addWeeks, weekEndOf } from '@stint/domain/time/week.ts';
import { type Ability, can } from '@stint/domain/workspace/permissions.ts';
import type { FoundThing } from '../entities/search.ts';
import { actorOf } from '../lib/actor.ts';
import { toggleColorMode } from '../lib/color-mode.ts';
import type { WorkspaceStart } from '../lib/gateway.ts';
import { today, weekLabel } from '../lib/today.ts';
import { filterOptions } from '../ui/filter-options.ts';
import type { IconName } from '../ui/icon.tsx';
import { text } from './dialogs/messages.ts';
import { text as frame } from './messages.ts';
import type { Overlay } from './overlay.ts';
import { openPages } from './pages.ts';

/** A place that the palette leads to; it can be kept and led to again. */
export type PaletteTarget = {
  id: string;
  label: string;
  detail?: string | undefined;
  icon: IconName;
  color?: string | null | undefined;
  to: { path: WorkspacePath | ThingPath; search: Record<string, string>; params?: { id: string } };
};

/** What is done at once. */
type PaletteCommand = Omit<PaletteTarget, 'to'> & { run: () => void };

export type PaletteItem = PaletteTarget | PaletteCommand;
export type PaletteGroup = { title: string; items: PaletteItem[] };

/** What commands reach beside the pages. */
export type PaletteDoors = { onOpen: (overlay: Overlay) => void; mainOrigin: string };

/** Of pages and actions so many are shown for a text; without one all of them. */
const MOST_OF_A_GROUP = 6;

/**
 * Pages, weeks and actions that answer to a text, without asking anybody.
 * @param shown ids that stand elsewhere in the list already
 */
export function localGroups(
  start: WorkspaceStart,
  query: string,
  doors: PaletteDoors,
  shown: ReadonlySet<string>,
): PaletteGroup[] {
  const groups = [
    { title: text.palette.groups.pages, items: pageTargets(start) },
    { title: text.palette.groups.weeks, items: [...namedWeeks(query), ...nearWeeks()] },
    { title: text.palette.groups.actions, items: [...creations(start), ...commands(doors)] },
  ];
  if (query === '') {
    return groups.map(({ title, items }) => ({ title, items: items.filter(({ id }) => !shown.has(id)) }));
  }
  return groups.map(({ title, items }) => ({ title, items: narrow(items, query) }));
}

/** Things that the gateway found, by their kind; a person's week stands below the person. */
export function foundGroups(items: readonly FoundThing[]): PaletteGroup[] {
  return Object.entries(things).map(([kind, { title, icon, to }]) => ({
    title,
    items: items
      .filter((item) => item.kind === kind)
      .flatMap((item) => {
        const { id, name, detail, color } = item;
        const page = {
          id: `${kind} ${id}`,
          label: name,
          detail: detail ?? undefined,
          icon,
          color,
          to: to(item),
        };
        return item.hasWeek ? [page, weekOf(item)] : [page];
      }),
  }));
}

type ThingRow = { title: string; icon: IconName; to: (item: FoundThing) => PaletteTarget['to'] };

const { groups } = text.palette;

const things: Record<FoundThing['kind'], ThingRow> = {
  project: { title: groups.projects, icon: 'projects', to: pageOf('/projects/$id') },
  client: { title: groups.clients, icon: 'clients', to: pageOf('/clients/$id') },
  person: { title: groups.people, icon: 'person', to: pageOf('/team/$id') },
  // Has no page of its own: its list, narrowed to it.
  activity: {
    title: groups.activities,
    icon: 'activities',
    to: ({ name }) => ({ path: '/activities', search: { q: name } }),
  },
};

function pageOf(path: ThingPath): ThingRow['to'] {
  return ({ id }) => ({ path, search: {}, params: { id } });
}

function weekOf({ id, name }: FoundThing): PaletteTarget {
  const to = { path: '/time' as const, search: { person: id } };
  return { id: `week of ${id}`, label: text.palette.weekOf(name), icon: 'time', to };
}

function narrow(items: PaletteItem[], query: string): PaletteItem[] {
  // A week that was named by its number has no word of the text in its own name.
  const named = items.filter(({ id }) => id.startsWith(NAMED));
  const others = filterOptions(
    items.filter((item) => !named.includes(item)),
    query,
  );
  return [...named, ...others].slice(0, MOST_OF_A_GROUP);
}

function pageTargets(start: WorkspaceStart): PaletteTarget[] {
  return openPages(start).map(({ path, title, icon }) => ({
    id: `page ${path}`,
    label: title,
    icon,
    to: { path, search: {} },
  }));
}

const NAMED = 'named ';

function weekTarget(id: string, label: string, weekEndDate: string, detail?: string): PaletteTarget {
  return { id, label, detail, icon: 'time', to: { path: '/time', search: { week: weekEndDate } } };
}

function namedWeeks(query: string): PaletteTarget[] {
  const weekEndDate = namedWeek(query, today());
  return weekEndDate ? [weekTarget(`${NAMED}${weekEndDate}`, weekLabel(weekEndDate), weekEndDate)] : [];
}

function nearWeeks(): PaletteTarget[] {
  const thisWeek = weekEndOf(today());
  const { lastWeek, nextWeek, thisWeek: current } = text.palette;
  return (
    [
      [current, 0],
      [lastWeek, -1],
      [nextWeek, 1],
    ] as const
  ).map(([label, away]) => {
    const weekEndDate = addWeeks(thisWeek, away);
    return weekTarget(`week ${away}`, label, weekEndDate, weekLabel(weekEndDate));
  });
}

/** Forms for something new, of those who may. */
function creations(start: WorkspaceStart): PaletteTarget[] {
  const actor = actorOf(start);
  const { newProject, newClient, newActivity, invite } = text.palette;
  const rows: [Ability, string, WorkspacePath, Record<string, string>][] = [
    ['project.write', newProject, '/projects', { new: '1' }],
    ['client.write', newClient, '/clients', { new: '1' }],
    ['activity.write', newActivity, '/activities', { new: '1' }],
    ['member.manage', invite, '/team', { invite: '1' }],
  ];
  return rows
    .filter(([ability]) => can(actor, ability))
    .map(([, label, path, search]) => ({ id: `new ${path}`, label, icon: 'plus', to: { path, search } }));
}

function commands({ onOpen, mainOrigin }: PaletteDoors): PaletteCommand[] {
  const leave = (path: string) => () => location.assign(`${mainOrigin}${path}`);
  return [
    { id: 'switch', label: frame.switchWorkspace, icon: 'external', run: leave('/') },
    { id: 'create', label: frame.createWorkspace, icon: 'plus', run: leave('/select-region') },
    { id: 'account', label: frame.account, icon: 'person', run: leave('/account') },
    { id: 'mode', label: frame.colorMode, icon: 'moon', run: () => void toggleColorMode() },
    { id: 'keys', label: frame.shortcuts, icon: 'keyboard', run: () => onOpen('keys') },
    { id: 'leave', label: frame.signOut, icon: 'signOut', run: () => onOpen('signOut') },
  ];
}
