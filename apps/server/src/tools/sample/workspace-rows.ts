import type { Cell, Copier } from './copy.ts';
import type { Random } from './random.ts';

export type SampleMember = {
  id: string;
  userId: string;
  firstName: string;
  lastName: string;
  role: string;
  email: string;
};
type SampleProject = { id: string; name: string; clientId: string; isBillable: boolean };
export type SampleWorkspace = {
  tenantId: string;
  publicId: string;
  members: SampleMember[];
  projects: SampleProject[];
  activityIds: string[];
};

type WorkspaceSize = { members: number; clients: number; projects: number; activities: number };

export type WorkspaceShape = WorkspaceSize & {
  name: string;
  slug: string;
  regionCode: string;
  createdAt: Date;
};

const firstNames =
  'Ada Bo Cy Dee Eli Fay Gus Hana Ivo Jo Kai Lea Max Nia Ole Pia Quin Rae Sam Tess Uma Vic Wes Xia Yara Zoe'.split(
    ' ',
  );
const lastNames =
  'Abel Berg Cole Dahl Ek Frost Grant Holm Ito Jung Kerr Lind Moss Nash Oak Park Quist Reyes Stone Thorn'.split(
    ' ',
  );
const places = 'Harbour North River Summit Cedar Copper Maple Granite Willow Amber Beacon Cobalt'.split(' ');
const things =
  'Website Rollout Audit Research Migration Campaign Support Platform Redesign Training Dashboard Handbook'.split(
    ' ',
  );
const works =
  'Design Development Review Testing Planning Writing Meeting Research Support Travel Analysis Operations'.split(
    ' ',
  );

/** Writes a workspace without hours: settings, people, catalogue. Names repeat with numbers behind them. */
export async function copyWorkspace(
  copier: Copier,
  random: Random,
  shape: WorkspaceShape,
): Promise<SampleWorkspace> {
  const { createdAt: at, regionCode } = shape;
  const tenantId = random.uuid(at);
  const publicId = publicIdFrom(tenantId);
  const members = Array.from(
    { length: shape.members },
    (_, index): SampleMember => ({
      id: random.uuid(at),
      userId: random.uuid(at),
      firstName: `${nth(firstNames, index)}`,
      lastName: `${nth(lastNames, Math.floor(index / firstNames.length) + index)}${suffix(index, firstNames.length * lastNames.length)}`,
      role: index === 0 ? 'owner' : index < 3 ? 'admin' : index < 8 ? 'editor' : 'member',
      email: `person-${index + 1}@${shape.slug}.example`,
    }),
  );
  const owner = members[0] as SampleMember;
  await copier.rows(
    'app.tenant',
    ['tenant_id', 'public_id', 'name', 'slug', 'region_code', 'created_by', 'created_at', 'updated_at'],
    [[tenantId, publicId, shape.name, shape.slug, regionCode, owner.userId, at, at]],
  );
  await copier.rows(
    'app.workspace_directory',
    ['public_id', 'tenant_id', 'slug', 'region_code', 'status', 'updated_at'],
    [[publicId, tenantId, shape.slug, regionCode, 'active', at]],
  );
  await copier.rows(
    'app.subscription',
    ['tenant_id', 'status', 'current_period_ends_at', 'seats', 'is_simulated', 'created_at', 'updated_at'],
    [[tenantId, 'active', new Date('2099-01-01T00:00:00Z'), shape.members, true, at, at]],
  );
  await copier.rows(
    'app.team_member',
    [
      'tenant_id',
      'id',
      'user_id',
      'email',
      'first_name',
      'last_name',
      'role',
      'approver_id',
      'status',
      'role_updated_at',
      'created_at',
      'updated_at',
    ],
    members.map((member) => [
      tenantId,
      member.id,
      member.userId,
      member.email,
      member.firstName,
      member.lastName,
      member.role,
      member === owner ? null : owner.id,
      'active',
      at,
      at,
      at,
    ]),
  );
  const typeIds = await copyProjectTypes(copier, random, tenantId, at);
  const clientIds = Array.from({ length: shape.clients }, () => random.uuid(at));
  await copier.rows(
    'app.client',
    ['tenant_id', 'id', 'name', 'code', 'currency', 'default_billable', 'created_at', 'updated_at'],
    clientIds.map((id, index) => [
      tenantId,
      id,
      numbered(places, index),
      `C${index + 1}`,
      'USD',
      true,
      at,
      at,
    ]),
  );
  const activityIds = Array.from({ length: shape.activities }, () => random.uuid(at));
  await copier.rows(
    'app.activity',
    ['tenant_id', 'id', 'name', 'billable_default', 'sort_order', 'created_at', 'updated_at'],
    activityIds.map((id, index) => [tenantId, id, numbered(works, index), index % 5 !== 4, index, at, at]),
  );
  const projects = Array.from(
    { length: shape.projects },
    (_, index): SampleProject => ({
      id: random.uuid(at),
      name: numbered(things, index),
      clientId: clientIds[index % clientIds.length] as string,
      isBillable: index % 4 !== 3,
    }),
  );
  await copier.rows(
    'app.project',
    [
      'tenant_id',
      'id',
      'name',
      'code',
      'client_id',
      'project_type_id',
      'manager_id',
      'is_billable',
      'rate_mode',
      'hourly_rate_minor',
      'budget_kind',
      'budget_minutes',
      'created_at',
      'updated_at',
    ],
    projects.map((project, index): Cell[] => [
      tenantId,
      project.id,
      project.name,
      `P${index + 1}`,
      project.clientId,
      (project.isBillable ? typeIds[0] : typeIds[3]) as string,
      (members[index % Math.min(8, members.length)] as SampleMember).id,
      project.isBillable,
      project.isBillable ? 'project' : 'none',
      project.isBillable ? 9000 + (index % 7) * 1500 : null,
      'hours',
      60 * 2000,
      at,
      at,
    ]),
  );
  return { tenantId, publicId, members, projects, activityIds };
}

const typeRows = [
  ['Time & materials', true, 'none'],
  ['Fixed fee', true, 'amount'],
  ['Retainer', true, 'hours'],
  ['Non-billable/internal', false, 'none'],
] as const;

async function copyProjectTypes(
  copier: Copier,
  random: Random,
  tenantId: string,
  at: Date,
): Promise<string[]> {
  const ids = typeRows.map(() => random.uuid(at));
  await copier.rows(
    'app.project_type',
    ['tenant_id', 'id', 'name', 'billable_default', 'budget_kind', 'sort_order'],
    typeRows.map(([name, billable, kind], index) => [
      tenantId,
      ids[index] as string,
      name,
      billable,
      kind,
      index + 1,
    ]),
  );
  return ids;
}

/** Of the bits of the id that chance made: the same for the same seed, and another one for each of ten thousand workspaces. */
function publicIdFrom(tenantId: string): string {
  const ofSevenLetters = 36n ** 7n;
  return `z${(BigInt(`0x${tenantId.slice(-12)}`) % ofSevenLetters).toString(36).padStart(7, '0')}`;
}

function nth<T>(items: readonly T[], index: number): T {
  return items[index % items.length] as T;
}

function suffix(index: number, from: number): string {
  return index < from ? '' : ` ${Math.floor(index / from) + 1}`;
}

function numbered(items: readonly string[], index: number): string {
  return `${nth(items, index)}${suffix(index, items.length)}`;
}
