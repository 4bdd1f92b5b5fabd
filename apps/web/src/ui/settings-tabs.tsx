import type { WorkspacePath } from '@stint/domain/pages.ts';
import { type Ability, can } from '@stint/domain/workspace/permissions.ts';
import { Link, useRouterState } from '@tanstack/react-router';
import { actorOf } from '../lib/actor.ts';
import { useApp } from '../lib/app-context.ts';
import { pageTitles } from '../messages/common.ts';
import { Tabs } from './tabs.tsx';

/** Parts of the settings, each with who finds it. */
const parts: readonly [WorkspacePath, string, Ability | null][] = [
  ['/settings', pageTitles.ownSettings, null],
  ['/settings/rules', pageTitles.rules, 'workspace.configure'],
  ['/settings/sign-in', pageTitles.signIn, 'workspace.configure'],
  ['/settings/programs', pageTitles.programs, 'token.own'],
  ['/settings/import', pageTitles.import, 'data.import'],
  ['/settings/data', pageTitles.data, 'workspace.configure'],
  ['/settings/log', pageTitles.log, 'audit.see'],
];

/** The way between the parts of the settings. */
export function SettingsTabs() {
  const { start } = useApp();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const actor = actorOf(start);
  return (
    <Tabs label={pageTitles.settings}>
      {parts
        .filter(([, , ability]) => ability === null || can(actor, ability))
        .map(([to, title]) => (
          <Link
            key={to}
            to={to}
            search={{}}
            activeOptions={{ exact: true }}
            aria-current={to === path ? 'page' : undefined}
          >
            {title}
          </Link>
        ))}
    </Tabs>
  );
}
