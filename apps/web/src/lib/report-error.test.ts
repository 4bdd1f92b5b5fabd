import type { PageError } from '@stint/domain/page-error.ts';
import { describe, expect, test } from 'vitest';
import { ApiError, ConnectionError, SessionEndedError } from './api-error.ts';
import { createErrorReporter } from './report-error.ts';

function setUp(path = '/time') {
  const sent: PageError[] = [];
  const report = createErrorReporter({ path: () => path, send: async (one) => void sent.push(one) });
  return { report, sent };
}

describe('errors of a page are reported', () => {
  test('with message, both stacks and path', () => {
    const { report, sent } = setUp();
    report(new TypeError('x is not a function'), '\n    at Week\n    at Shell');
    expect(sent).toEqual([
      {
        message: 'TypeError: x is not a function',
        stack: expect.stringContaining('TypeError: x is not a function'),
        componentStack: 'at Week\n    at Shell',
        path: '/time',
      },
    ]);
  });

  test('each once, and at most three of one page', () => {
    const { report, sent } = setUp();
    for (const name of ['a', 'a', 'b', 'c', 'd', 'e']) report(new Error(name));
    expect(sent.map(({ message }) => message)).toEqual(['Error: a', 'Error: b', 'Error: c']);
  });

  test('not for what the network did or for a dead session', () => {
    const { report, sent } = setUp();
    report(new ConnectionError(null));
    report(new SessionEndedError());
    report(new DOMException('gone', 'AbortError'));
    expect(sent).toEqual([]);
  });

  test('a refusal by its code and request, not by its sentence', () => {
    const { report, sent } = setUp();
    const error = { type: 'internal' };
    report(new ApiError(500, { message: 'Ada Lovelace has no week', error, requestId: 'r-1' }));
    expect(sent[0]?.message).toBe('500 internal r-1');
  });

  test('cut to what is taken, whatever was thrown', () => {
    const { report, sent } = setUp(`/${'a b '.repeat(200)}`);
    report('ada@example.com '.repeat(1000), 'at A\n'.repeat(2000));
    expect(sent[0]?.message).toHaveLength(500);
    expect(sent[0]?.message).not.toContain('ada');
    expect(sent[0]?.componentStack).toHaveLength(4000);
    expect(sent[0]?.path).toHaveLength(200);
  });

  test('a report that cannot be sent fails nothing', async () => {
    const report = createErrorReporter({
      path: () => '/',
      send: () => Promise.reject(new TypeError('offline')),
    });
    expect(() => report(new Error('x'))).not.toThrow();
  });
});
