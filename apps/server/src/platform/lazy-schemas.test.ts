import { Ajv } from 'ajv';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { lazySerializer, lazyValidator } from './lazy-schemas.ts';

const schema = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: { name: { type: 'string' }, size: { type: 'integer', default: 3 } },
};

test('a validator is compiled when it is first used, and once', () => {
  const ajv = new Ajv({ useDefaults: true });
  const compile = vi.spyOn(ajv, 'compile');
  const validate = lazyValidator(ajv, schema);
  expect(compile).not.toHaveBeenCalled();
  const data = { name: 'a' };
  expect(validate(data)).toBe(true);
  expect(data).toEqual({ name: 'a', size: 3 });
  expect(validate.errors).toBeNull();
  expect(validate({ size: 1 })).toBe(false);
  expect(validate.errors).toMatchObject([{ keyword: 'required' }]);
  expect(validate({ name: 'b' })).toBe(true);
  expect(validate.errors).toBeNull();
  expect(compile).toHaveBeenCalledTimes(1);
});

test('two calls at once do not see each other’s errors', async () => {
  const app = Fastify();
  app.setValidatorCompiler(({ schema: shape }) => lazyValidator(new Ajv(), shape as object));
  app.post('/', { schema: { body: schema } }, async () => 'ok');
  const send = (payload: object) => app.inject({ method: 'POST', url: '/', payload });
  const answers = await Promise.all([send({ name: 'a' }), send({}), send({ name: 'b' }), send({ other: 1 })]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 400, 200, 400]);
  expect(answers[1]?.json().message).toContain('name');
  await app.close();
});

test('a serialiser writes what the schema names and nothing else', () => {
  const serialize = lazySerializer(schema);
  expect(serialize({ name: 'a', size: 1, secret: 'x' })).toBe('{"name":"a","size":1}');
  expect(serialize({ name: 'b' })).toBe('{"name":"b","size":3}');
});
