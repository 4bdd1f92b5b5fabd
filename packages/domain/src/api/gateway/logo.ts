import Type from 'typebox';
import { closed, Nullable } from './shapes.ts';

const Logo = Type.Object({
  /** Where it is; another logo has another address. Null where the workspace has none. */
  logo: Nullable(Type.String()),
});

/** The picture that a workspace shows beside its name. */
export const logoRoutes = {
  'PUT /Workspace/Logo': {
    summary:
      'Set the logo: a PNG of at most 480 by 160 points as a canvas writes it; it is written anew and served at the address in `logo`',
    access: 'workspace.configure',
    rate: 'write',
    body: Type.Object(
      { png: Type.String({ minLength: 1, maxLength: 450_000, description: 'Base64' }) },
      closed,
    ),
    bodyLimit: 512 * 1024,
    response: Logo,
    errors: ['file_invalid', 'subscription_inactive', 'forbidden'],
  },
  'DELETE /Workspace/Logo': {
    summary: 'Remove the logo',
    access: 'workspace.configure',
    rate: 'write',
    response: Logo,
    errors: ['subscription_inactive', 'forbidden'],
  },
  'GET /Logo/:file': {
    summary: 'A logo by its address, for everybody who has it',
    access: 'public',
    rate: 'read',
    params: Type.Object({ file: Type.String({ pattern: '^[a-z0-9_-]{20,200}\\.png$' }) }, closed),
    response: Type.Unknown(),
  },
} as const;
