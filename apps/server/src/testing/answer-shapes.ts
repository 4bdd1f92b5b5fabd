import { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import { type RouteDefinition, splitRouteKey } from '@stint/domain/api/route.ts';
import { Ajv, type ValidateFunction } from 'ajv';

type Row = { key: string; method: string; address: RegExp; status: number; matches: () => ValidateFunction };

const ajv = new Ajv({
  strict: false,
  allErrors: true,
  formats: { uuid: true, date: true, 'date-time': true },
});

/** The shape without room for fields that it does not name. */
export function closed(shape: unknown): unknown {
  if (Array.isArray(shape)) return shape.map(closed);
  if (typeof shape !== 'object' || shape === null) return shape;
  const copy = Object.fromEntries(Object.entries(shape).map(([name, value]) => [name, closed(value)]));
  const isOpen = copy.type === 'object' && copy.properties && copy.additionalProperties === undefined;
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}

function toRow([key, { response, status = 200 }]: [string, RouteDefinition]): Row {
  const { method, path } = splitRouteKey(key);
  let validate: ValidateFunction | null = null;
  return {
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
const rows = Object.entries(gatewayRoutes)
  .map(toRow)
  .sort((one, other) => one.key.split(':').length - other.key.split(':').length);

/**
 * Most answers are JSON that the database made and go out unread, so each successful one of a test is compared with its
 * row: its status, and the fields of the shape, no more and no fewer.
 * @throws Error that names the row and what differs
 */
export function checkAnswer(method: string, path: string, answer: { status: number; body: unknown }): void {
  if (answer.status >= 300 || answer.body === null) return;
  const address = `/${path.replace(/\?.*$/, '')}`;
  const row = rows.find((each) => each.method === method && each.address.test(address));
  if (!row) return;
  const isValid = row.matches();
  if (!isValid(answer.body) || answer.status !== row.status) {
    throw new Error(
      `${row.key} answered ${answer.status}, which is not its row: ${ajv.errorsText(isValid.errors)}`,
    );
  }
}
