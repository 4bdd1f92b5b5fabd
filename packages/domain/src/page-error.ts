import Type, { type Static } from 'typebox';
import { PAGE_ERROR_LENGTHS as longest } from './page-error-rules.ts';

/** What a page tells about an error that nobody expected. Its page cuts longer texts before it sends them. */
export const PageError = Type.Object(
  {
    message: Type.String({ minLength: 1, maxLength: longest.message }),
    stack: Type.Optional(Type.String({ maxLength: longest.stack })),
    componentStack: Type.Optional(Type.String({ maxLength: longest.componentStack })),
    /** Path of the page, without host and query. */
    path: Type.String({ minLength: 1, maxLength: longest.path, pattern: '^/' }),
    /** Which build of the pages it was. */
    release: Type.Optional(Type.String({ maxLength: 40 })),
  },
  { additionalProperties: false },
);

export type PageError = Static<typeof PageError>;
