import type { ThingPath } from '@stint/domain/pages.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './details.module.css';
import { text } from './messages.ts';

export type Tab = keyof typeof text.tabs;

export type ThingFrameProps = {
  path: ThingPath;
  id: string;
  /** Its list. */
  list: { to: '/projects' | '/clients' | '/activities' | '/team'; label: string };
  title: string;
  /** Beside the title: state, whose it is. */
  facts?: ReactNode;
  action?: ReactNode;
  tabs: readonly Tab[];
  tab: Tab;
  children: ReactNode;
};

/** The page of one thing: whose list it is of, its name, its parts. */
export function ThingFrame({ path, id, list, title, facts, action, tabs, tab, children }: ThingFrameProps) {
  return (
    <div className={styles.page}>
      <Link to={list.to} search={{}} className={styles.up}>
        {list.label}
      </Link>
      <PageHeader title={title} action={action}>
        {facts}
      </PageHeader>
      <Tabs label={text.parts(title)}>
        {tabs.map((each) => (
          <Link
            key={each}
            to={path}
            params={{ id }}
            search={each === tabs[0] ? {} : { tab: each }}
            // Without its search each of them would be the first part as well.
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={each === tab ? 'page' : undefined}
            activeProps={{}}
          >
            {text.tabs[each]}
          </Link>
        ))}
      </Tabs>
      {children}
    </div>
  );
}

/** The part that the address names, if there is such a one for this person; else the first. */
export function tabOf(tabs: readonly Tab[], wished: string | undefined): Tab {
  return tabs.find((tab) => tab === wished) ?? tabs[0] ?? 'overview';
}
