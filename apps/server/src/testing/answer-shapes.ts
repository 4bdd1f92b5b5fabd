import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { authRoutes } from '@stint/domain/api/auth.ts';
import { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import { type RouteDefinition, type RouteTable, splitRouteKey } from '@stint/domain/api/route.ts';
import { Ajv, type ValidateFunction } from 'ajv';

type Row = {
  table: string;
  key: string;
  method: string;
  address: RegExp;
  status: number;
  matches: () => ValidateFunction;
};

const ajv = new Ajv({
  strict: false,
  allErrors: true,
  formats: { uuid: true, date: true, 'date-time': true },
});

/** The shape without room for fields that it does not name. */
function closed(shape: unknown): unknown {
  if (Array.isArray(shape)) return shape.map(closed);
  if (typeof shape !== 'object' || shape === null) return shape;
  const copy = Object.fromEntries(Object.entries(shape).map(([name, value]) => [name, closed(value)]));
  const isOpen = copy.type === 'object' && copy.properties && copy.additionalProperties === undefined;
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}

function toRow(table: string, [key, { response, status = 200 }]: [string, RouteDefinition]): Row {
  const { method, path } = splitRouteKey(key);
  let validate: ValidateFunction | null = null;
  return {
    table,
    key,
    method,
    address: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}$`),
    status,
    matches: () => {
      validate ??= ajv.compile(closed(response) as object);
      return validate;
    },
  };
}

/** Words before parameters, as the router takes them. */
function rowsOf(name: 'gateway' | 'provider', table: RouteTable): Row[] {
  return Object.entries(table)
    .map((entry) => toRow(name, entry))
    .sort((one, other) => one.key.split(':').length - other.key.split(':').length);
}

/** Where the rows that were answered are kept during a run of `npm test`, a line for each. */
const ANSWERED = 'answered.txt';

type Answered = { status: number; body: unknown };
type CheckAnswer = (method: string, path: string, answer: Answered) => void;

/**
 * Compares each successful answer of a test with its row: its status, and the fields of the shape, no more and no fewer. Most
 * answers of the gateway are JSON that the database made and go out unread.
 * @throws Error that names the row and what differs
 */
export const checkAnswer = answersOf(rowsOf('gateway', gatewayRoutes));
export const checkProviderAnswer = answersOf(rowsOf('provider', authRoutes));

function answersOf(rows: readonly Row[]): CheckAnswer {
  return (method, path, answer) => check(rows, { method, path, ...answer });
}

function check(
  rows: readonly Row[],
  { method, path, ...answer }: Answered & { method: string; path: string },
): void {
  if (answer.status >= 300) return;
  const address = `/${path.replace(/\?.*$/, '')}`;
  const row = rows.find((each) => each.method === method && each.address.test(address));
  if (!row) return;
  note(row);
  const isValid = row.matches();
  if (!isValid(answer.body) || answer.status !== row.status) {
    throw new Error(
      `${row.key} answered ${answer.status}, which is not its row: ${ajv.errorsText(isValid.errors)}`,
    );
  }
}

/** Once per process and row. */
const noted = new Set<string>();

/** Tells the run of `npm test` that a row was answered and compared: at the end of its stage none may be missing. */
function note({ table, key }: Row): void {
  const line = `${table} ${key}\n`;
  const directory = process.env.STINT_TEST_DIR;
  if (!directory || noted.has(line)) return;
  noted.add(line);
  appendFileSync(join(directory, ANSWERED), line);
}
