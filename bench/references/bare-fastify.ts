/** Fastify with one route and nothing else: the least a start of the product can cost. */
import Fastify from 'fastify';
import { tellPort } from './tell-port.ts';

const app = Fastify();
app.get('/', async () => ({ hello: 'world' }));
await app.ready();
tellPort(app.server as never);
