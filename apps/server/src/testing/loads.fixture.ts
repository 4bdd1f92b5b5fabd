/** Loaded before the product: writes down, in order, which modules it loads and which programs it starts. */
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const file = process.env.LOADS_FILE as string;
const note = (line: string) => appendFileSync(file, `${line}\n`);

subscribe('child_process', () => note('program'));
registerHooks({
  load(url, context, next) {
    note(url);
    return next(url, context);
  },
});
