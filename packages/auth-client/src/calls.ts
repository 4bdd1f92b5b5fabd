import type { authRoutes } from '@stint/domain/api/auth.ts';
import type { RouteInput, RouteOutput } from '@stint/domain/api/route.ts';

/** The provider's calls; only their types reach the page. */
type Routes = typeof authRoutes;
type Key = keyof Routes;

/** A path of the table as code writes it, relative to the base: `self/sessions/${string}` for `/self/sessions/:sessionId`. */
type Written<Path extends string> = Path extends `${infer Before}/:${string}/${infer After}`
  ? `${Before}/${string}/${Written<After>}`
  : Path extends `${infer Before}/:${string}`
    ? `${Before}/${string}`
    : Path;

type WrittenKeys = { [K in Key]: K extends `${infer M} /${infer Path}` ? [M, Written<Path>] : never };

export type CallMethod = WrittenKeys[Key][0];
/** Every path that there is; one that the table does not have does not compile. */
export type CallPath = WrittenKeys[Key][1];

/** The row of a method and a written path. Both ways, since `users/${string}` takes `users/7/roles` as well. */
type RowKey<M extends CallMethod, Path extends CallPath> = Path extends CallPath
  ? { [K in Key]: [[M, Path], WrittenKeys[K]] extends [WrittenKeys[K], [M, Path]] ? K : never }[Key]
  : never;

/** The methods that a path has. */
export type MethodOf<Path extends CallPath> = Path extends CallPath
  ? {
      [K in Key]: [Path, WrittenKeys[K][1]] extends [WrittenKeys[K][1], Path] ? WrittenKeys[K][0] : never;
    }[Key]
  : never;

type Row<M extends CallMethod, Path extends CallPath> = Routes[RowKey<M, Path>];

/** The body that a call takes; an empty one where the row has none. */
export type CallBody<M extends CallMethod, Path extends CallPath> = Sendable<
  NonNullable<RouteInput<Row<M, Path>>['body']> | NoBody<RouteInput<Row<M, Path>>['body']>
>;

type NoBody<Body> = Body extends undefined ? Record<string, never> : never;

/** The query of a call; what is null or undefined is left out. */
export type CallQuery<M extends CallMethod, Path extends CallPath> = OrNull<
  RouteInput<Row<M, Path>>['query']
>;

/** What a call answers. */
export type CallAnswer<M extends CallMethod, Path extends CallPath> = RouteOutput<Row<M, Path>>;

/** The same, however unchangeable it is here. */
type Sendable<Value> = Value extends readonly (infer One)[]
  ? readonly Sendable<One>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Sendable<Value[Name]> }
    : Value;

type OrNull<Query> = Query extends object
  ? { readonly [Name in keyof Query]: Query[Name] | null }
  : undefined;
