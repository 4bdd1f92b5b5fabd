import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createClient } from '../platform/connections.ts';
import { planStatements } from './planned-statements.ts';

const { host, port, user } = inject('testServer');
const client = createClient({ host, port, user, database: 'postgres' });

beforeAll(() => client.connect());
afterAll(() => client.end());

test('a statement with unknown words, functions or columns is refused with what the server says', async () => {
  const refused = await planStatements(client, [
    'select $1::int + $2',
    'listen nobody',
    'select no_such_function($1)',
    'with few as (select 1 as one) select two from few',
    'declare rows no scroll cursor for select $1::int',
    'declare rows no scroll cursor for select no_such_function($1)',
  ]);
  expect(refused).toEqual([
    {
      statement: 'select no_such_function($1)',
      message: 'function no_such_function(unknown) does not exist',
    },
    {
      statement: 'with few as (select 1 as one) select two from few',
      message: 'column "two" does not exist',
    },
    {
      statement: 'declare rows no scroll cursor for select no_such_function($1)',
      message: 'function no_such_function(unknown) does not exist',
    },
  ]);
});
