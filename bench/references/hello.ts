/** A bare node:http server: what any answer at all costs here. */
import { createServer } from 'node:http';
import { tellPort } from './tell-port.ts';

const body = JSON.stringify({ hello: 'world' });

tellPort(
  createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  }),
);
