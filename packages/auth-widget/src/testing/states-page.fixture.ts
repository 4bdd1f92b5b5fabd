import { STATE_PATHS } from '../machine/state-paths.ts';
import { CALL_DONE, CALL_FAILED } from '../machine/statechart.ts';
import { SCREENS } from '../screens.ts';
import { en } from '../strings/en.ts';
import { type WalkedStep, walk } from './walk.ts';

/** Words of the page for what comes from calls. */
const EVENT_WORDS: Readonly<Record<string, string>> = { [CALL_DONE]: 'done', [CALL_FAILED]: 'failed' };

/** Where the specification (4.5) speaks of a state; the rest of it is in the product's own pages. */
const SPECIFICATION: readonly [pattern: RegExp, where: string][] = [
  [/^init\.obtainTenantId/, 'obtain tenant id'],
  [/^init\.initialiseClient/, 'initialise client'],
  [/^placeholder/, 'placeholder while the flow is fetched'],
  [/^preview/, 'preview while the flow is fetched'],
  [/^confirmLink/, 'added for security 4'],
  [/^loginWithLink/, 'link login handling'],
  [/^select/, 'factor selection'],
  [/^emailLink/, 'emailLink (form, send, email sent, resend)'],
  [/^emailCode/, 'emailCode (form, send, code form, verify, verified)'],
  [/^smsCode/, 'smsCode (form, send, code form, verify, verified)'],
  [/^password/, 'password (form, send, password set)'],
  [/^useTotp/, 'useTotpCode (form, send, success)'],
  [/^setUpTotp/, 'setUpTotp (get and show QR code, confirm, backup codes, complete, error)'],
  [/^setNewPassword/, 'setNewPassword (form, send, new password set)'],
  [/^ssoProvider/, 'ssoProvider'],
  [/^refreshTokens/, 'refresh tokens'],
  [/^alreadyLoggedIn/, 'alreadyLoggedIn'],
  [/^finish/, 'finish'],
  [/^disabled/, 'no first factors, disabled'],
  [/^missingFlow/, 'missing flow'],
  [/^unhandledError/, 'unhandled error'],
];

interface StateRow {
  views: Set<string>;
  titles: Set<string>;
  /** Event, then where it leads and what it asks for. */
  exits: Map<string, Set<string>>;
}

/** `docs/latchkey-states.md`: every state that can be reached, with its view and its exits, and a diagram. */
export function statesPage(): string {
  const rows = collect();
  return [
    '# States of the Latchkey sign-in',
    '',
    'Generated from the machine by walking it from every start; `states-page.test.ts` fails when this page is old.',
    'Write it anew with `UPDATE_DOCS=1 npx vitest run --project unit packages/auth-widget/src/states-page.test.ts`.',
    '`done` and `failed` are the ends of the call that a state makes. Names behind a slash are what the step asks the',
    'host for: the next call, or an action. The last column names the step that the state is part of.',
    '',
    '## Table',
    '',
    '| State | View | Titles | Exits | Step |',
    '|---|---|---|---|---|',
    ...STATE_PATHS.map((path) => tableLine(path, rows.get(path))),
    '',
    '## Diagram',
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...diagramLines(rows),
    '```',
    '',
  ].join('\n');
}

function collect(): Map<string, StateRow> {
  const rows = new Map<string, StateRow>();
  const rowOf = (path: string) => {
    const row = rows.get(path) ?? { views: new Set(), titles: new Set(), exits: new Map() };
    rows.set(path, row);
    return row;
  };
  walk((step, before) => {
    if (!before) return;
    const row = rowOf(step.from);
    const screen = SCREENS[before.path as keyof typeof SCREENS](before.context, en, before.isBusy);
    row.views.add(screen.view);
    row.titles.add(screen.props.title);
    if (isStep(step)) addExit(row, step);
  });
  return rows;
}

/** Events that mean nothing in a state are no exits. */
function isStep({ from, to, effects, event }: WalkedStep): boolean {
  return from !== to || effects.length > 0 || event.type === 'useBackupCode';
}

function addExit(row: StateRow, { from, to, event, effects }: WalkedStep): void {
  if (event.type === 'useBackupCode' && !from.startsWith('useTotp.showForm')) return;
  const name = EVENT_WORDS[event.type] ?? event.type;
  const asked = effects.length > 0 ? ` / ${effects.join(', ')}` : '';
  row.exits.set(name, (row.exits.get(name) ?? new Set()).add(`${to}${asked}`));
}

function tableLine(path: string, row: StateRow | undefined): string {
  const exits = [...(row?.exits ?? [])].map(
    ([event, targets]) => `**${event}** → ${[...targets].toSorted().map(code).join(', ')}`,
  );
  const where = SPECIFICATION.find(([pattern]) => pattern.test(path))?.[1] ?? '';
  const list = (values: Set<string> | undefined) => [...(values ?? [])].toSorted().join(', ');
  return `| ${code(path)} | ${list(row?.views)} | ${list(row?.titles)} | ${exits.join('<br>')} | ${where} |`;
}

/** One arrow per pair of states, named by its events; whole factors are boxes. */
function diagramLines(rows: Map<string, StateRow>): string[] {
  const arrows = new Map<string, Set<string>>();
  for (const [from, { exits }] of rows) {
    for (const [event, targets] of exits) {
      for (const target of targets) {
        const arrow = `${id(from)} --> ${id(target.split(' / ')[0] ?? '')}`;
        arrows.set(arrow, (arrows.get(arrow) ?? new Set()).add(event));
      }
    }
  }
  const factors = Object.groupBy(STATE_PATHS, (path) =>
    path.includes('.') ? (path.split('.')[0] ?? '') : '',
  );
  const boxes = Object.entries(factors).flatMap(([factor, paths = []]) =>
    factor
      ? [`  state ${factor} {`, ...paths.map((path) => `    ${id(path)} : ${path.split('.')[1]}`), '  }']
      : paths.map((path) => `  ${id(path)} : ${path}`),
  );
  const lines = [...arrows].map(([arrow, events]) => `  ${arrow} : ${[...events].toSorted().join(', ')}`);
  return ['  [*] --> init_initialiseClient', ...boxes, ...lines.toSorted()];
}

function id(path: string): string {
  return path.replace('.', '_');
}

function code(text: string): string {
  return `\`${text}\``;
}
