import Type from 'typebox';
import { Id } from './shapes.ts';

const When = Type.Union([Type.String(), Type.Null()]);
const id = Type.Object({ id: Id }, { additionalProperties: false });

const Totals = Type.Object({
  entries: Type.Integer(),
  minutes: Type.Integer(),
  billableMinutes: Type.Integer(),
});

const WorkspaceTransfer = Type.Object({
  transferID: Type.String(),
  kind: Type.Union([Type.Literal('export'), Type.Literal('import')]),
  status: Type.Union([
    Type.Literal('queued'),
    Type.Literal('running'),
    Type.Literal('done'),
    Type.Literal('failed'),
    Type.Literal('cancelled'),
  ]),
  /** Rows handled so far and altogether. */
  rowsDone: Type.Integer(),
  rowsTotal: Type.Integer(),
  totals: Type.Union([Totals, Type.Null()]),
  error: Type.Union([Type.String(), Type.Null()]),
  createdAt: Type.String(),
  finishedAt: When,
  sizeBytes: Type.Union([Type.Integer(), Type.Null()]),
});

/** A whole workspace as a zip of JSON lines with a manifest, out and in again without loss. */
export const transferRoutes = {
  'POST /Workspace/Exports': {
    summary: 'Write the whole workspace into a zip in the background',
    access: 'data.exportAll',
    rate: 'export',
    status: 202,
    response: WorkspaceTransfer,
    errors: ['step_up_required', 'in_progress'],
  },
  'GET /Workspace/Exports/:id': {
    summary: 'Progress of an export or import',
    access: 'data.exportAll',
    rate: 'read',
    params: id,
    response: WorkspaceTransfer,
  },
  'GET /Workspace/Exports/:id/File': {
    summary: 'The zip; kept for two days, and answering Range',
    access: 'data.exportAll',
    rate: 'export',
    params: id,
    response: Type.Unknown(),
    errors: ['gone', 'state_conflict', 'range_not_satisfiable'],
  },
  'POST /Workspace/Imports': {
    takes: 'zip',
    summary: 'Fill an empty workspace from such a zip, all or nothing',
    access: 'data.import',
    rate: 'import',
    status: 202,
    bodyLimit: 64 * 1024 * 1024,
    response: WorkspaceTransfer,
    errors: ['file_invalid', 'state_conflict', 'payload_too_large'],
  },
} as const;
