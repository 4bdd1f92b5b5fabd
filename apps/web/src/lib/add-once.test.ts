import { describe, expect, test } from 'vitest';
import { addOnce } from './add-once.ts';
import { ApiError, ConnectionError } from './api-error.ts';
import { createKeptIds } from './kept-ids.ts';

/** A gateway that keeps things by their ids and loses as many answers as it is told to. */
function lossy(losses: number) {
  const kept = new Map<string, string>();
  let left = losses;
  const answer = (name: string) => {
    left -= 1;
    if (left >= 0) throw new ConnectionError('lost');
    return name;
  };
  return {
    kept,
    save: (id: string, name: string) =>
      addOnce<string>({
        add: async () => {
          const known = kept.get(id);
          if (known !== undefined && known !== name)
            throw new ApiError(422, { error: { type: 'idempotency_mismatch' } } as object);
          kept.set(id, name);
          return answer(name);
        },
        read: async () => kept.get(id) ?? '',
        change: async () => {
          kept.set(id, name);
          return answer(name);
        },
      }),
  };
}

describe('something that is added', () => {
  test('is there once although the answer was lost and the button pressed again', async () => {
    const [gateway, ids] = [lossy(1), createKeptIds()];
    const press = () => ids.keep('project', (id) => gateway.save(id, 'Atlas'));
    await expect(press()).rejects.toThrow(ConnectionError);
    expect(await press()).toBe('Atlas');
    expect([...gateway.kept.values()]).toEqual(['Atlas']);
  });

  test('is there once, as it was corrected before the second press', async () => {
    const [gateway, ids] = [lossy(1), createKeptIds()];
    const press = (name: string) => ids.keep('project', (id) => gateway.save(id, name));
    await expect(press('Atlsa')).rejects.toThrow(ConnectionError);
    expect(await press('Atlas')).toBe('Atlas');
    expect([...gateway.kept.values()]).toEqual(['Atlas']);
  });

  test('is another one after it was answered', async () => {
    const [gateway, ids] = [lossy(0), createKeptIds()];
    for (const name of ['Atlas', 'Borea']) await ids.keep('project', (id) => gateway.save(id, name));
    expect([...gateway.kept.values()]).toEqual(['Atlas', 'Borea']);
  });

  test('of the same form but another kind has an id of its own', async () => {
    const ids = createKeptIds();
    const lost = (what: string) => ids.keep(what, (id) => Promise.reject(new Error(id))).catch(String);
    expect(await lost('client Acme')).toBe(await lost('client Acme'));
    expect(await lost('client Acme')).not.toBe(await lost('client Acme Ltd'));
  });

  test('stays refused where it was', async () => {
    const refusal = new ApiError(409, { error: { type: 'name_taken' } } as object);
    const adding = { add: () => Promise.reject(refusal), read: async () => 1, change: async () => 2 };
    await expect(addOnce(adding)).rejects.toBe(refusal);
  });
});
