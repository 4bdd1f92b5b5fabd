import Type, { type Static, type TObject, type TOptional, type TSchema } from 'typebox';
import { type CatalogName, catalog } from '../../workspace/catalog.ts';
import type { Ability } from '../../workspace/permissions.ts';
import { closed, Id, Instant, Nullable, Text, Version } from './shapes.ts';

/** All that is known about one field of a kind of thing. */
export type Field = {
  /** What an answer holds. */
  shape: TSchema;
  /** What a request may send; absent: nothing. */
  given?: TSchema;
  /** It has to be sent when a thing is added. */
  isRequired?: true;
  /** The column that keeps it; absent: it is worked out for every answer, or lies in another table. */
  column?: string;
  /** How the column keeps it: hours as whole minutes, a yes as the instant at which it became one. */
  keptAs?: 'minutes' | 'instant';
  /** Who is shown it; everybody else gets null, or an empty list. */
  seenBy?: Ability;
  /** Who may send it, among those who may write the thing. */
  writtenBy?: Ability;
};
export type Fields = Record<string, Field>;

type Given<Each> = Each extends { given: infer Shape extends TSchema } ? Shape : never;
type GivenName<Of extends Fields> = {
  [Name in keyof Of]: Of[Name] extends { given: TSchema } ? Name : never;
}[keyof Of];

type AnswerFields<Of extends Fields> = { -readonly [Name in keyof Of]: Of[Name]['shape'] };
type ChangeFields<Of extends Fields> = { [Name in GivenName<Of>]: TOptional<Given<Of[Name]>> };
type CreateFields<Of extends Fields> = {
  [Name in GivenName<Of>]: Of[Name] extends { isRequired: true }
    ? Given<Of[Name]>
    : TOptional<Given<Of[Name]>>;
};

/** The fields of one kind of thing and the shapes that follow from them. */
export type Description<Of extends Fields = Fields> = {
  fields: Of;
  /** As the wire shows it. */
  answer: TObject<AnswerFields<Of>>;
  /** The body that changes one: absent fields stay. */
  change: TObject<ChangeFields<Of> & { version: typeof Version }>;
  /** What a request may send to add one. */
  adding: CreateFields<Of>;
};

/** A kind of thing of the catalogue, described once: from it come the shapes of its calls, its SQL, its JSON, its audit. */
export type Entity<
  Name extends CatalogName = CatalogName,
  Of extends Fields = Fields,
  Sort extends string = string,
> = Description<Of> & {
  name: Name;
  /** What its lists can be sorted by. */
  sorts: readonly Sort[];
  /** The body that adds one, under an id of the caller's own where it sends one. */
  create: TObject<CreateFields<Of> & { [Id in (typeof catalog)[Name]['id']]: TOptional<IdShape> }>;
};
type IdShape = typeof Id;

/** A thing as the wire shows it. */
export type Shown<Of extends { answer: TSchema }> = Static<Of['answer']>;

/** What a request may send of it, but for its id and version. */
export type Sent<Of extends { change: TSchema }> = {
  [Name in Exclude<keyof Static<Of['change']>, 'version'>]?: Static<Of['change']>[Name] | undefined;
};

/** Describes something by its fields, in the order of its answers. */
export function describe<const Of extends Fields>(fields: Of): Description<Of> {
  const all = Object.entries<Field>(fields);
  const answer = all.map(([name, { shape }]) => [name, shape]);
  const change = all.flatMap(([name, { given }]) => (given ? [[name, Type.Optional(given)]] : []));
  const adding = all.flatMap(([name, { given, isRequired }]) =>
    given ? [[name, isRequired ? given : Type.Optional(given)]] : [],
  );
  return {
    fields,
    adding: Object.fromEntries(adding),
    answer: Type.Object(Object.fromEntries(answer)),
    change: Type.Object({ ...Object.fromEntries(change), version: Version }, closed),
  } as unknown as Description<Of>;
}

/** Describes a kind of thing of the catalogue. */
export function describeEntity<Name extends CatalogName, const Of extends Fields, const Sort extends string>(
  name: Name,
  fields: Of,
  sorts: readonly Sort[],
): Entity<Name, Of, Sort> {
  const described = describe(fields);
  return {
    name,
    sorts,
    ...described,
    create: Type.Object({ [catalog[name].id]: Type.Optional(Id), ...described.adding }, closed),
  } as unknown as Entity<Name, Of, Sort>;
}

/** The id of a thing. */
export const key = { column: 'id', shape: Id } as const;

/** A field with a column of its own; one that no request may send has no `given`. */
export function stored<const Column extends string, Shape extends TSchema>(
  column: Column,
  shape: Shape,
): { column: Column; shape: Shape };
export function stored<const Column extends string, Shape extends TSchema, Given extends TSchema>(
  column: Column,
  shape: Shape,
  given: Given,
): { column: Column; shape: Shape; given: Given };
export function stored(column: string, shape: TSchema, given?: TSchema) {
  return given ? { column, shape, given } : { column, shape };
}

/** A text that may be missing. */
export function optionalText<const Column extends string>(column: Column, maxLength: number) {
  return stored(column, Nullable(Type.String()), Nullable(Text(maxLength)));
}

/** What a field without a column holds. */
export function workedOut<Shape extends TSchema>(shape: Shape): { shape: Shape } {
  return { shape };
}

/** In the archive since when. */
export const archiving = {
  isArchived: { ...stored('archived_at', Type.Boolean()), keptAs: 'instant' },
} as const;

/** When a thing was added and changed, and the version that a change has to name. */
export const record = {
  createdAt: stored('created_at', Instant),
  updatedAt: stored('updated_at', Instant),
  version: stored('version', Version),
};

/** Archive and trash of a thing that has both. */
export const lifetime = {
  ...archiving,
  archivedAt: stored('archived_at', Nullable(Instant)),
  deletedAt: stored('deleted_at', Nullable(Instant)),
};
