import { readFile } from 'node:fs/promises';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ImportChoicesShape, ImportPreview } from '@stint/domain/api/gateway/imports.ts';
import type { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import type { RouteOutput } from '@stint/domain/api/route.ts';
import { describeProblem } from '@stint/domain/time/import/line.ts';
import { runTool } from './run-tool.ts';

const usage = `Usage: STINT_TOKEN=… npm run import -- <file> --address https://harbour.stint.example
  [--choices choices.json]    how the file is read and what its names stand for, as POST /api/Imports takes it
  [--leave-out-refused]       take the rest where lines cannot be taken
  [--dry-run]                 say what would happen, and change nothing
  STINT_TOKEN is a personal token with the scopes read and write, of somebody who may import (Settings › Tokens).
  Ends with 0 when it is done, with 1 when something is to be decided or went wrong (nothing was imported), with 2 when it
  was called wrongly.
`;

type Import = RouteOutput<(typeof gatewayRoutes)['GET /Imports/:id']>;
type Upload = RouteOutput<(typeof gatewayRoutes)['POST /Imports/Files']>;
type Place = { address: URL; token: string };

const betweenLooksMs = 1000;

/** `npm run import`: the import of the settings page, for scripts and large moves; the same calls and the same rules. */
await runTool(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      address: { type: 'string' },
      choices: { type: 'string' },
      'leave-out-refused': { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const [path] = positionals;
  const token = process.env['STINT_TOKEN'];
  if (!path || positionals.length > 1 || !values.address || !URL.canParse(values.address) || !token) {
    process.stderr.write(usage);
    process.exitCode = 2;
    return;
  }
  const place = { address: new URL(values.address), token };
  const choices: ImportChoicesShape = {
    ...(values.choices ? JSON.parse(await readFile(values.choices, 'utf8')) : {}),
    ...(values['leave-out-refused'] ? { leaveOutRefused: true } : {}),
  };
  const importID = await send(place, path);
  const preview = await call<ImportPreview>(place, 'POST', 'Imports/Preview', { importID, choices });
  process.stdout.write(describe(preview));
  const isOpen = preview.questions.length > 0 || (preview.counts.refused > 0 && !choices.leaveOutRefused);
  if (isOpen) process.exitCode = 1;
  if (isOpen || values['dry-run']) return;
  await call(place, 'POST', 'Imports', { importID, choices });
  const { status, error, counts } = await ended(place, importID);
  process.stdout.write(
    status === 'done'
      ? `Imported ${counts['created'] ?? 0} entries.\n`
      : `Nothing was imported: ${error ?? status}\n`,
  );
  if (status !== 'done') process.exitCode = 1;
});

/** Sends the file in pieces. @returns the id of its import */
async function send(place: Place, path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: Error) => {
    throw failure(`The file cannot be read: ${error.message}`);
  });
  const file = { fileName: basename(path), sizeBytes: bytes.length };
  const { importID, pieceBytes } = await call<Upload>(place, 'POST', 'Imports/Files', file);
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    const piece = bytes.subarray(from, from + pieceBytes);
    await call(place, 'PUT', `Imports/Files/${importID}?from=${from}`, piece);
    const sent = Math.floor((100 * Math.min(from + pieceBytes, bytes.length)) / bytes.length);
    process.stderr.write(`Sent ${sent} %\n`);
  }
  return importID;
}

async function ended(place: Place, importID: string): Promise<Import> {
  process.stderr.write('Importing; it goes on when this command is ended.\n');
  for (;;) {
    const state = await call<Import>(place, 'GET', `Imports/${importID}`);
    if (!state.isUnderWay) return state;
    await wait(betweenLooksMs);
  }
}

function describe({
  formatName,
  counts,
  questions,
  refused,
  makes,
  firstDay,
  lastDay,
}: ImportPreview): string {
  const made = Object.entries(makes).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
  return [
    `${formatName}: ${counts.lines} lines, ${firstDay ?? '-'} to ${lastDay ?? '-'}`,
    `new ${counts.created} (${counts.minutes} minutes), known ${counts.known}, changed ${counts.changed}, refused ${counts.refused}`,
    ...(made.length > 0 ? [`made on the way: ${made.join(', ')}`] : []),
    ...questions.map((question) => `The file does not tell: ${question}. Say it with --choices.`),
    ...refused.map(describeProblem),
    '',
  ].join('\n');
}

/** One call. @throws Error with the words of the gateway */
function call<Answer>(place: Place, method: string, path: string, body?: object): Promise<Answer> {
  const { address, token } = place;
  const url = new URL(`/api/${path}`, address);
  const isPiece = body instanceof Uint8Array;
  const payload = body === undefined ? undefined : isPiece ? body : JSON.stringify(body);
  const headers = {
    host: address.host,
    authorization: `Bearer ${token}`,
    ...(payload === undefined
      ? {}
      : {
          'content-type': isPiece ? 'application/octet-stream' : 'application/json',
          'content-length': Buffer.byteLength(payload),
        }),
  };
  // Names below localhost are this machine (RFC 6761), which no resolver has to know.
  const hostname = /(^|\.)localhost$/.test(url.hostname) ? '127.0.0.1' : url.hostname;
  const ask = url.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const asked = ask(
      {
        hostname,
        port: url.port,
        servername: url.hostname,
        path: url.pathname + url.search,
        method,
        headers,
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString();
          const status = answer.statusCode ?? 0;
          if (status < 300) resolve(JSON.parse(text) as Answer);
          else reject(failure(`${method} /api/${path}: ${status} ${messageOf(text)}`));
        });
      },
    );
    asked.on('error', (cause) => reject(failure(`${address.origin} does not answer: ${cause.message}`)));
    asked.end(payload);
  });
}

/** Its message is the whole help. */
function failure(message: string): Error {
  return Object.assign(new Error(message), { name: 'ImportError' });
}

function messageOf(text: string): string {
  try {
    return String(JSON.parse(text).message);
  } catch {
    return text.slice(0, 200);
  }
}
