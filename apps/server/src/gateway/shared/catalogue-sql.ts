import type { Fields } from '@stint/domain/api/gateway/entity.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import type { Days } from '../totals/count.ts';
import type { WorkedOut } from './columns.ts';
import type { CatalogQuery } from './following.ts';
import type { SortColumn } from './list.ts';

/** Who asks, and where: what decides on what is shown. */
export type Viewer = Pick<MemberContext, 'tenantId' | 'actor'>;

/** What SQL says of every kind in the same words. */
type CommonSort = 'updatedAt' | 'createdAt';

/** How a kind of thing is read, beyond its description. */
export type CatalogueReads<Of extends Fields, Sort extends string, Query extends CatalogQuery> = {
  /** The name of its row in every expression here. */
  alias: string;
  /** The tables to read from, where its own is not enough. */
  from?: (tenantId: string) => Sql;
  /** SQL of the fields without a column. */
  workedOut: (viewer: Viewer) => WorkedOut<Of>;
  /** Puts around its JSON what the expressions read from besides the row. */
  around?: (item: Sql, viewer: Viewer) => Sql;
  /** Rows that the viewer sees; all where absent. */
  seen?: (viewer: Viewer) => Sql;
  /** Which rows a list shows, where it is not by archive, trash and time of change. */
  following?: (query: Query) => Sql;
  /** An expression in lower case that a search looks at. */
  searched?: string;
  filters?: (viewer: Viewer, query: Query) => Sql[];
  /** Whether one of them looks at every row there is. */
  isDear?: (query: Query) => boolean;
  /** An order that reads another table needs the workspace. */
  sorts: Readonly<Record<Exclude<Sort, CommonSort>, SortColumn | ((tenantId: string) => SortColumn)>>;
  defaultSort: string;
};

/** How a kind of thing is written, beyond its description. */
export type CatalogueWrites<Shape, Input> = {
  /** Refuses what contradicts itself, before anything is read. */
  check?: (input: Input) => void;
  /** Checks what was sent against the workspace and completes it; `before` is null for a new one. */
  complete?: (tx: Transaction, context: MemberContext, input: Input, before: Shape | null) => Promise<Input>;
  /** Writes the fields that lie in other tables. */
  storeLinks?: (tx: Transaction, context: MemberContext, id: string, input: Input) => Promise<void>;
  /** What time is priced by: a change of one of these fields counts `days` of the changed row anew. */
  prices?: { fields: readonly (keyof Input & keyof Shape)[]; days: (tenantId: string, id: string) => Days };
};
