import Type from 'typebox';

/** Texts of the public pages by GraphQL: from the hosted content service, else from Markdown in the repository. */
export const contentRoutes = {
  'POST /Content': {
    summary: 'GraphQL query over pages: page(slug) and pageCollection',
    access: 'public',
    rate: 'read',
    body: Type.Object(
      {
        query: Type.String({ minLength: 1, maxLength: 4000 }),
        variables: Type.Optional(Type.Record(Type.String({ maxLength: 64 }), Type.Unknown())),
        operationName: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
      },
      { additionalProperties: false },
    ),
    response: Type.Object({
      data: Type.Optional(Type.Unknown()),
      errors: Type.Optional(Type.Array(Type.Unknown())),
    }),
    errors: ['upstream_failed'],
  },
} as const;
