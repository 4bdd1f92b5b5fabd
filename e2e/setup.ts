import { afterEach } from 'vitest';
import { describePages } from './harness.ts';

// What somebody would look at first; files that close their pages after each test have none left by then.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(await describePages());
});
