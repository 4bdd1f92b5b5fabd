import { writeFile } from 'node:fs/promises';
import { configurationPage } from '../configuration-page.ts';

// Writes the pages of docs/ that are made from the code: `npm run docs`.
await writeFile(new URL('../../../../docs/configuration.md', import.meta.url), configurationPage());
