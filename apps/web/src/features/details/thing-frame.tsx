import type { ThingPath } from '@stint/domain/pages.ts';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, useState } from 'react';
import { common } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './details.module.css';
import { text } from './messages.ts';
import { useThing } from './use-thing.ts';

type Tab = keyof typeof text.tabs;

/** The list that a thing stands in. */
const LISTS = {
  '/projects/$id': { to: '/projects', label: text.all.project },
  '/clients/$id': { to: '/clients', label: text.all.client },
  '/activities/$id': { to: '/activities', label: text.all.activity },
  '/team/$id': { to: '/team', label: text.all.person },
} as const satisfies Record<ThingPath, object>;

type ThingFrameProps = {
  path: ThingPath;
  title: string;
  /** Beside the title: state, whose it is. */
  facts?: ReactNode;
  /** Its form, where this person may change it and it is not among the parts. */
  edit?: ((onClose: () => void) => ReactNode) | null | undefined;
  /** Under the title on every part. */
  lead?: ReactNode;
  /** Its parts in their order; false for those that this person may not see. */
  parts: Partial<Record<Tab, false | (() => ReactNode)>>;
};

/** The page of one thing: whose list it is of, its name, and the part of it that the address names; else the first. */
export function ThingFrame({ path, title, facts, edit, lead, parts }: ThingFrameProps) {
  const [isEditing, setIsEditing] = useState(false);
  const { id, tab: wished } = useThing();
  const tabs = (Object.keys(parts) as Tab[]).filter((each) => parts[each]);
  const tab = tabs.find((each) => each === wished) ?? tabs[0] ?? 'overview';
  const part = parts[tab];
  const list = LISTS[path];
  return (
    <div className={styles.page}>
      <Link to={list.to} search={{}} className={styles.up}>
        {list.label}
      </Link>
      <PageHeader
        title={title}
        action={
          edit ? (
            <Button icon="edit" onClick={() => setIsEditing(true)}>
              {lists.edit}
            </Button>
          ) : undefined
        }
      >
        <span className={styles.facts}>{facts}</span>
      </PageHeader>
      {edit && isEditing ? edit(() => setIsEditing(false)) : null}
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
      {lead}
      {part ? part() : null}
    </div>
  );
}

/** The form of a thing, which the lists have as well. */
export type Editable<Thing> = { edit?: (thing: Thing, onClose: () => void) => ReactNode };

type LoadedThingProps<Thing> = {
  query: { data: Thing | undefined; error: unknown; refetch: () => unknown };
  children: (thing: Thing) => ReactNode;
};

/** A thing once it is read; before that that it is on its way, or why it could not be read. */
export function LoadedThing<Thing>({ query, children }: LoadedThingProps<Thing>) {
  const { id } = useThing();
  // Back leads to another one on the same page: what is open or typed for one is not for the next.
  if (query.data !== undefined) return <Fragment key={id}>{children(query.data)}</Fragment>;
  if (query.error) return <ErrorState error={query.error} onRetry={query.refetch} />;
  return <SkeletonRows label={common.loading} />;
}
