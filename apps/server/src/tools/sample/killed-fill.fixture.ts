import { fillSet } from './sets.ts';

// A process that fills a database: what is killed in the middle of it.
const [owner = '', options = ''] = process.argv.slice(2);
await fillSet(JSON.parse(owner), 'reference', JSON.parse(options));
