import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { isTyping } from '../lib/is-typing.ts';
import { saveFile } from '../lib/save-file.ts';
import type { ListSort } from '../lib/use-list-search.ts';
import { lists as text } from '../messages/lists.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { Input } from './field.tsx';
import { Icon } from './icon.tsx';
import { listCsv } from './list-csv.ts';
import { countSet, type FiltersOf, isWithin, ListFilterBar } from './list-filters.tsx';
import styles from './list-page.module.css';
import { Menu, type MenuItem } from './menu.tsx';
import { PageHeader } from './page-header.tsx';
import { SkeletonRows } from './skeleton.tsx';
import { useDrawnRows } from './use-drawn-rows.tsx';
import { useRowDrag } from './use-row-drag.tsx';

export type Column<Item> = {
  id: string;
  header: string;
  cell: (item: Item) => ReactNode;
  /** What to sort by; not sortable where absent. */
  sortValue?: (item: Item) => string | number;
  /** What a table for spreadsheets holds; what it is sorted by where absent, and nothing without either. */
  text?: (item: Item) => string | number;
  isNumber?: boolean;
  /** Left out on narrow screens. */
  isMinor?: boolean;
};

export type ListPageProps<Item> = {
  title: string;
  items: readonly Item[] | undefined;
  error: unknown;
  onRetry: () => void;
  keyOf: (item: Item) => string;
  nameOf: (item: Item) => string;
  /** A second line below the name where the other columns have no room. */
  detailOf?: (item: Item) => string | null;
  /** Everything the search looks at. */
  searchText: (item: Item) => string;
  columns: readonly Column<Item>[];
  menu: (item: Item) => MenuItem[];
  query: string;
  onQuery: (query: string) => void;
  sort: ListSort | null;
  onSort: (sort: ListSort) => void;
  /** What the list is narrowed to, where it can be. */
  filters?: FiltersOf<Item>;
  /** Puts a row in the place of another, where the order is people's own; the row's menu has the same for the keyboard. */
  onMove?: (item: Item, place: Item) => void;
  /** Chosen rows, where several can be changed at once. */
  selection?: Selection;
  /** Absent where nothing can be archived. */
  archived?: { isShown: boolean; onToggle: () => void };
  action?: ReactNode;
  /** Said above the rows. */
  note?: string | null;
  empty: { title: string; text: string };
  children?: ReactNode;
};

/** Which rows are chosen, by their keys, and what is done with them. */
export type Selection = {
  keys: ReadonlySet<string>;
  onChange: (keys: ReadonlySet<string>) => void;
  /** At the foot of the page as long as any row is chosen. */
  bar: ReactNode;
};

/** A dense, searchable, sortable list: the frame that all lists share. */
export function ListPage<Item>(props: ListPageProps<Item>) {
  const { items, columns, query, archived, selection } = props;
  const { sort, onSort, filters } = props;
  const search = useSlashKey();
  const shown = useMemo(() => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const found = (items ?? []).filter((item) => {
      const all = props.searchText(item).toLowerCase();
      return words.every((word) => all.includes(word)) && (!filters || isWithin(filters, item));
    });
    const value = columns.find(({ id }) => id === sort?.id)?.sortValue;
    return value ? found.sort((a, b) => compare(value(a), value(b)) * (sort?.isDown ? -1 : 1)) : found;
  }, [items, query, sort, columns, filters, props.searchText]);
  const rows = useDrawnRows(shown);
  const set = filters ? countSet(filters) : 0;
  const [isOpen, setIsOpen] = useState(false);
  // Only the order that is kept can be changed: not that of a column, nor of a part of the list.
  const isWhole = !sort && !query && set === 0 && !archived?.isShown;
  const drag = useRowDrag({ keyOf: props.keyOf, onMove: isWhole ? props.onMove : undefined });
  const hasBar = filters !== undefined && (isOpen || set > 0);
  return (
    <div className={styles.page}>
      <PageHeader title={props.title} action={props.action}>
        <div className={styles.search}>
          <Icon name="search" size={16} />
          <Input
            ref={search}
            type="search"
            aria-label={text.search}
            placeholder={text.searchHint}
            value={query}
            onChange={(event) => props.onQuery(event.target.value)}
          />
        </div>
        {filters ? (
          <Button icon="filter" aria-expanded={hasBar} onClick={() => setIsOpen(!isOpen)}>
            {set > 0 ? text.filters.openSet(set) : text.filters.open}
          </Button>
        ) : null}
        {archived ? (
          <Button aria-pressed={archived.isShown} icon="archive" onClick={archived.onToggle}>
            {text.showArchived}
          </Button>
        ) : null}
        {shown.length > 0 ? (
          <Button
            icon="download"
            title={text.csvHint}
            onClick={() => saveFile(`${props.title}.csv`, listCsv(columns, shown), 'text/csv')}
          >
            {text.csv}
          </Button>
        ) : null}
      </PageHeader>
      {hasBar ? <ListFilterBar filters={filters} /> : null}
      {props.error && !items ? <ErrorState error={props.error} onRetry={props.onRetry} /> : null}
      {!items && !props.error ? <SkeletonRows count={8} label={text.loading} /> : null}
      {props.note && shown.length > 0 ? <p className={styles.note}>{props.note}</p> : null}
      {items && shown.length === 0 ? <Nothing {...props} /> : null}
      {shown.length > 0 ? (
        <div className={styles.scroll}>
          {/* Whoever does not see hears of all rows, however many are drawn. */}
          <table ref={rows.table} className={styles.table} aria-rowcount={shown.length + 1}>
            <thead>
              <tr>
                {selection ? (
                  <td className={styles.tick}>
                    <input
                      type="checkbox"
                      aria-label={text.selectAll}
                      checked={shown.every((item) => selection.keys.has(props.keyOf(item)))}
                      onChange={(event) =>
                        selection.onChange(new Set(event.target.checked ? shown.map(props.keyOf) : []))
                      }
                    />
                  </td>
                ) : null}
                {columns.map((column) => (
                  <ColumnHeader
                    key={column.id}
                    column={column}
                    sort={sort?.id === column.id ? sort : null}
                    onSort={() =>
                      onSort({ id: column.id, isDown: sort?.id === column.id ? !sort.isDown : false })
                    }
                  />
                ))}
                <td className={styles.menu} />
              </tr>
            </thead>
            <tbody>
              {rows.drawn.map((item) => (
                <tr
                  key={props.keyOf(item)}
                  data-chosen={selection?.keys.has(props.keyOf(item)) || undefined}
                  {...drag.placeOf(item)}
                >
                  {selection ? (
                    <td className={styles.tick}>
                      <input
                        type="checkbox"
                        aria-label={text.select(props.nameOf(item))}
                        checked={selection.keys.has(props.keyOf(item))}
                        onChange={() => selection.onChange(toggled(selection.keys, props.keyOf(item)))}
                      />
                    </td>
                  ) : null}
                  {columns.map((column, index) => (
                    <td
                      key={column.id}
                      className={cellClass(column, index)}
                      title={index === 0 ? props.nameOf(item) : undefined}
                    >
                      {index === 0 ? drag.gripOf(item) : null}
                      {column.cell(item)}
                      {index === 0 && props.detailOf ? (
                        <small className={styles.detail}>{props.detailOf(item)}</small>
                      ) : null}
                    </td>
                  ))}
                  <td className={styles.menu}>
                    <RowMenu label={text.actionsFor(props.nameOf(item))} items={props.menu(item)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {rows.more}
      {props.children}
      {selection && selection.keys.size > 0 ? (
        <div className={styles.bar} role="region" aria-label={text.selected(selection.keys.size)}>
          <b>{text.selected(selection.keys.size)}</b>
          {selection.bar}
          <Button variant="quiet" onClick={() => selection.onChange(new Set())}>
            {text.selectNone}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return new Set(keys.has(key) ? [...keys].filter((each) => each !== key) : [...keys, key]);
}

function RowMenu({ label, items }: { label: string; items: MenuItem[] }) {
  return items.length > 0 ? <Menu label={label} button={<Icon name="more" />} items={items} /> : null;
}

type ColumnHeaderProps<Item> = { column: Column<Item>; sort: { isDown: boolean } | null; onSort: () => void };

function ColumnHeader<Item>({ column, sort, onSort }: ColumnHeaderProps<Item>) {
  const order = sort ? (sort.isDown ? 'descending' : 'ascending') : undefined;
  return (
    <th scope="col" aria-sort={order} className={cellClass(column, 1)}>
      {column.sortValue ? (
        <button type="button" className={styles.sort} onClick={onSort} title={text.sortBy(column.header)}>
          {column.header}
          {sort ? <span aria-hidden="true">{sort.isDown ? ' ↓' : ' ↑'}</span> : null}
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

function Nothing<Item>({ query, onQuery, empty, archived, action, filters }: ListPageProps<Item>) {
  if (filters && countSet(filters) > 0) {
    return (
      <EmptyState
        drawing="notFound"
        title={text.filters.nothing}
        text={text.filters.nothingText}
        action={<Button onClick={filters.onClear}>{text.filters.clear}</Button>}
      />
    );
  }
  if (query) {
    return (
      <EmptyState
        drawing="notFound"
        title={text.nothingFound}
        text={text.nothingFoundText(query)}
        action={<Button onClick={() => onQuery('')}>{text.clearSearch}</Button>}
      />
    );
  }
  if (archived?.isShown) {
    return (
      <EmptyState
        title={text.noArchived}
        action={<Button onClick={archived.onToggle}>{text.showOpen}</Button>}
      />
    );
  }
  return <EmptyState title={empty.title} text={empty.text} action={action} />;
}

function cellClass<Item>({ isNumber, isMinor }: Column<Item>, index: number): string {
  return classNames(index === 0 && styles.first, isNumber && styles.number, isMinor && styles.minor);
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
}

/** `/` goes to the search box of every list. */
function useSlashKey() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event.target) || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return input;
}
