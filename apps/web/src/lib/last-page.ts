/** Whose last page it is: a browser may hold sessions of several people and workspaces in turn. */
export type LastPageOwner = { userId: string; tenantId: string };

/** Path, and what was shown there: week, tab, filters. */
export type LastPage = { page: string; view: string };

const keyOf = ({ userId, tenantId }: LastPageOwner) => `tm-${userId}-${tenantId}`;

/** Keeps the last page and view of a person in a workspace, for this tab. */
export function keepLastPage(
  owner: LastPageOwner,
  last: LastPage,
  storage: Pick<Storage, 'setItem'> = sessionStorage,
): void {
  try {
    storage.setItem(keyOf(owner), JSON.stringify(last));
  } catch {
    // Without storage the next entry begins with the week.
  }
}

/** The last page with its view as a path of this host; null where none is kept. */
export function readLastPage(
  owner: LastPageOwner,
  storage: Pick<Storage, 'getItem'> = sessionStorage,
): string | null {
  try {
    const { page, view } = JSON.parse(storage.getItem(keyOf(owner)) ?? 'null') as LastPage;
    return /^\/(?![/\\])/.test(page) && /^(\?|$)/.test(view) ? page + view : null;
  } catch {
    return null;
  }
}
