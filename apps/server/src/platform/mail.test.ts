import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { createSmtpMailer, warnOfMail } from './mail.ts';

let close = async () => {};
afterEach(() => close());

type Listening = { listen(port: number, host: string, done: () => void): unknown };

async function listen(server: Listening & { close(done: () => void): unknown }, address: () => unknown) {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  close = () => new Promise((resolve) => void server.close(() => resolve()));
  return (address() as AddressInfo).port;
}

async function startMail(accepts: boolean): Promise<number> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (_login, _session, done) =>
      accepts ? done(null, { user: 'ada' }) : done(new Error('no such login')),
  });
  return listen(server, () => server.server.address());
}

const says = (sentence: RegExp) => expect.stringMatching(sentence) as unknown;
const silent = createServer();
const noOne = createServer();

test.each([
  ['that takes the login', () => startMail(true), []],
  [
    'that refuses the login',
    () => startMail(false),
    [says(/^the mail server refuses the login: mend user and/)],
  ],
  [
    'that says nothing',
    () => listen(silent, () => silent.address()),
    [says(/^the mail server does not answer/)],
    300,
  ],
  [
    'that is not there',
    async () => {
      const port = await listen(noOne, () => noOne.address());
      await close();
      close = async () => {};
      return port;
    },
    [says(/^the mail server does not answer: .* SMTP_URL\. Mail waits and is tried again\.$/)],
  ],
])('a start with a mail server %s', async (_name, start, expected, patienceMs?: number) => {
  const mailer = createSmtpMailer(
    `smtp://ada:secret@127.0.0.1:${await start()}`,
    'a@stint.example',
    patienceMs,
  );
  const said: unknown[] = [];
  await warnOfMail(mailer, { warn: (...args: unknown[]) => void said.push(args.at(-1)) });
  expect(said).toEqual(expected);
  mailer.close();
});
