import type { ThingPath, WorkspacePath } from '@stint/domain/pages.ts';
import { type Ability, can } from '@stint/domain/workspace/permissions.ts';
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { mayDecide } from '../entities/approval.ts';
import { PendingCount } from '../features/approvals/pending-count.tsx';
import { actorOf } from '../lib/actor.ts';
import type { WorkspaceStart } from '../lib/gateway.ts';
import type { ListSearch } from '../lib/use-list-search.ts';
import { pageTitles } from '../messages/common.ts';
import type { IconName } from '../ui/icon.tsx';
import { inboxSearch, listSearch, logSearch, reportSearch, thingSearch, weekSearch } from './searches.ts';
import { TimePage } from './time-page.tsx';

/** `member` any member of the workspace; `decider` somebody with an approvals inbox; otherwise somebody with this ability. */
type Access = 'member' | 'decider' | Ability;

/** What pages take from the address, each its own. */
type PageSearch = ReturnType<typeof weekSearch> &
  ReturnType<typeof inboxSearch> &
  ReturnType<typeof reportSearch> &
  ReturnType<typeof logSearch> &
  ListSearch;

/** All that is known about a page of a workspace: router, navigation, palette, keys and titles come from here. */
type Page = {
  title: string;
  icon: IconName;
  /** Who finds it in the navigation; what it shows is refused by the gateway to everybody else. */
  access: Access;
  /** In the rail (on narrow screens: the bottom bar), in the menu of the person; the palette has all of them. */
  places: readonly ('rail' | 'person')[];
  /** Leads here when it is pressed after G. */
  key?: string;
  /** Beside the title in the rail. */
  Count?: ComponentType;
  /** Reads what the page takes from the address; anything else in it is ignored. */
  search: (search: Record<string, unknown>) => PageSearch;
  component: RouteComponent;
};

/** In the order of the rail. The week comes with the shell: nearly everybody begins there. */
const table: Record<WorkspacePath, Page> = {
  '/time': {
    title: pageTitles.time,
    icon: 'time',
    access: 'member',
    places: ['rail'],
    key: 'T',
    search: weekSearch,
    component: TimePage,
  },
  '/dashboard': {
    title: pageTitles.dashboard,
    icon: 'dashboard',
    access: 'member',
    places: ['rail'],
    key: 'H',
    search: listSearch,
    component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage'),
  },
  '/approvals': {
    title: pageTitles.approvals,
    icon: 'approvals',
    access: 'decider',
    places: ['rail'],
    Count: PendingCount,
    search: inboxSearch,
    component: lazyRouteComponent(() => import('../features/approvals/approvals-page.tsx'), 'ApprovalsPage'),
  },
  '/reports': {
    title: pageTitles.reports,
    icon: 'reports',
    access: 'report.see',
    places: ['rail'],
    key: 'R',
    search: reportSearch,
    component: lazyRouteComponent(() => import('../features/reports/reports-page.tsx'), 'ReportsPage'),
  },
  '/projects': {
    title: pageTitles.projects,
    icon: 'projects',
    access: 'project.see',
    places: ['rail'],
    key: 'P',
    search: listSearch,
    component: lazyRouteComponent(() => import('../features/projects/projects-page.tsx'), 'ProjectsPage'),
  },
  '/clients': {
    title: pageTitles.clients,
    icon: 'clients',
    access: 'member',
    places: ['rail'],
    key: 'C',
    search: listSearch,
    component: lazyRouteComponent(() => import('../features/clients/clients-page.tsx'), 'ClientsPage'),
  },
  '/activities': {
    title: pageTitles.activities,
    icon: 'activities',
    access: 'member',
    places: ['rail'],
    key: 'A',
    search: listSearch,
    component: lazyRouteComponent(
      () => import('../features/activities/activities-page.tsx'),
      'ActivitiesPage',
    ),
  },
  '/team': {
    title: pageTitles.team,
    icon: 'team',
    access: 'member',
    places: ['rail'],
    search: listSearch,
    component: lazyRouteComponent(() => import('../features/team/team-page.tsx'), 'TeamPage'),
  },
  '/settings': {
    title: pageTitles.settings,
    icon: 'settings',
    access: 'member',
    places: ['rail', 'person'],
    search: listSearch,
    component: lazyRouteComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
  },
  '/settings/rules': {
    title: pageTitles.rules,
    icon: 'lock',
    access: 'workspace.configure',
    places: [],
    search: listSearch,
    component: lazyRouteComponent(() => import('../features/settings/rules/rules-page.tsx'), 'RulesPage'),
  },
  '/settings/programs': {
    title: pageTitles.programs,
    icon: 'external',
    access: 'token.own',
    places: [],
    search: listSearch,
    component: lazyRouteComponent(
      () => import('../features/settings/programs/programs-page.tsx'),
      'ProgramsPage',
    ),
  },
  '/settings/data': {
    title: pageTitles.data,
    icon: 'archive',
    access: 'workspace.configure',
    places: [],
    search: listSearch,
    component: lazyRouteComponent(() => import('../features/settings/data/data-page.tsx'), 'DataPage'),
  },
  '/settings/log': {
    title: pageTitles.log,
    icon: 'history',
    access: 'audit.see',
    places: [],
    search: logSearch,
    component: lazyRouteComponent(() => import('../features/settings/log/log-page.tsx'), 'LogPage'),
  },
  '/settings/import': {
    title: pageTitles.import,
    icon: 'download',
    access: 'data.import',
    places: [],
    search: listSearch,
    component: lazyRouteComponent(() => import('../features/imports/import-page.tsx'), 'ImportPage'),
  },
  '/settings/sign-in': {
    title: pageTitles.signIn,
    icon: 'person',
    access: 'workspace.configure',
    places: [],
    search: listSearch,
    component: lazyRouteComponent(
      () => import('../features/sign-in-settings/sign-in-settings-page.tsx'),
      'SignInSettingsPage',
    ),
  },
  '/billing': {
    title: pageTitles.billing,
    icon: 'billing',
    access: 'member',
    places: ['person'],
    search: listSearch,
    component: lazyRouteComponent(() => import('../features/billing/billing-page.tsx'), 'BillingPage'),
  },
};

/** A page of a workspace with its path. */
export type AppPage = Page & { path: WorkspacePath };

/** The pages of a workspace. */
export const pages: readonly AppPage[] = Object.entries(table).map(([path, page]) => ({
  path: path as WorkspacePath,
  ...page,
}));

/** The page of one thing: names lead there; whom it is closed to, the gateway says. */
type ThingPage = Pick<Page, 'search' | 'component'>;

const things: Record<ThingPath, ThingPage> = {
  '/projects/$id': {
    search: thingSearch,
    component: lazyRouteComponent(() => import('../features/details/project-page.tsx'), 'ProjectPage'),
  },
  '/clients/$id': {
    search: thingSearch,
    component: lazyRouteComponent(() => import('./client-page.tsx'), 'ClientPage'),
  },
  '/activities/$id': {
    search: thingSearch,
    component: lazyRouteComponent(() => import('./activity-page.tsx'), 'ActivityPage'),
  },
  '/team/$id': {
    search: thingSearch,
    component: lazyRouteComponent(() => import('./person-page.tsx'), 'PersonPage'),
  },
};

/** The pages of one thing each. */
export const thingPages = Object.entries(things).map(([path, page]) => ({
  path: path as ThingPath,
  ...page,
}));

/** The pages that are open to this person. */
export function openPages(start: WorkspaceStart): AppPage[] {
  const actor = actorOf(start);
  return pages.filter(({ access }) => {
    if (access === 'decider') return mayDecide(start);
    return access === 'member' || can(actor, access);
  });
}
