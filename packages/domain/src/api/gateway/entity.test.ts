import Type from 'typebox';
import { expect, test } from 'vitest';
import { catalog, trashedNames } from '../../workspace/catalog.ts';
import { entities } from './entities.ts';
import { describeEntity, key, optionalText, record, stored, workedOut } from './entity.ts';
import { Name } from './shapes.ts';

const described = describeEntity(
  'client',
  {
    clientID: key,
    clientName: { ...stored('name', Type.String(), Name), isRequired: true },
    notes: optionalText('notes', 10),
    projectCount: workedOut(Type.Integer()),
    ...record,
  },
  ['name'],
);

test('an answer has every field in its order', () => {
  expect(Object.keys(described.answer.properties)).toEqual([
    'clientID',
    'clientName',
    'notes',
    'projectCount',
    'createdAt',
    'updatedAt',
    'version',
  ]);
  expect(described.answer.required).toHaveLength(7);
});

test('one is added with what can be sent, under an own id where there is one; only what is required has to be there', () => {
  expect(Object.keys(described.create.properties)).toEqual(['clientID', 'clientName', 'notes']);
  expect(described.create.required).toEqual(['clientName']);
  expect(described.create).toMatchObject({ additionalProperties: false });
});

test('a change names its version, and nothing else has to be there', () => {
  expect(Object.keys(described.change.properties)).toEqual(['clientName', 'notes', 'version']);
  expect(described.change.required).toEqual(['version']);
  expect(described.change).toMatchObject({ additionalProperties: false });
});

test.each(Object.entries(catalog))(
  '%s has the id and the label that its row names',
  (name, { id, label }) => {
    const { fields } = entities[name as keyof typeof entities];
    expect(fields[id]?.column).toBe('id');
    expect(fields[label]).toMatchObject({ isRequired: true, column: expect.any(String) });
  },
);

test('what goes to the trash shows when it went there', () => {
  expect(trashedNames.map((name) => entities[name].fields['deletedAt']?.column)).toEqual(
    trashedNames.map(() => 'deleted_at'),
  );
});
