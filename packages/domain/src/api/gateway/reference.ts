import Type from 'typebox';

/** This table, for programs and for people. */
export const referenceRoutes = {
  'GET /openapi.json': { summary: 'This document', access: 'public', rate: 'read', response: Type.Unknown() },
  'GET /reference': {
    summary: 'Readable reference of all calls',
    access: 'public',
    rate: 'read',
    response: Type.Unknown(),
  },
} as const;
