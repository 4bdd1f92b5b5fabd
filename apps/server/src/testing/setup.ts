import { afterEach } from 'vitest';
import { takeSecondConnections } from './one-connection.ts';

afterEach(() => {
  const [found] = takeSecondConnections();
  if (found) throw new Error(found);
});
