import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareProduct } from '../testing/prepared-data.ts';
import { type ProductProcess, startProductProcess } from '../testing/product-process.ts';

let dataDir: string;
let product: ProductProcess;

beforeAll(async () => {
  dataDir = await prepareProduct(await mkdtemp(join(tmpdir(), 'stint-contact-')));
  product = await startProductProcess({
    dataDir,
    discardsLog: true,
    env: { CONTACT_ADDRESS: 'help@studio.example' },
  });
});
afterAll(async () => {
  await product?.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

const filled = {
  id: '0190a000-0000-7000-8000-00000000000a',
  name: 'Nina',
  email: 'nina@stranger.example',
  message: 'Does it run on a small server?\r\n<b>Ours</b> has 2 GB.',
};

function post(fields: Record<string, string>, headers: Record<string, string> = {}) {
  return product.send({
    method: 'POST',
    path: '/contact-us',
    headers: {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      origin: `http://${product.mainDomain}`,
      ...headers,
    },
    text: new URLSearchParams(fields).toString(),
  });
}

async function mails(): Promise<{ subject: string; text: string }[]> {
  const answer = await product.send({ method: 'GET', path: '/outbox/messages?to=help@studio.example' });
  return JSON.parse(answer.text).results;
}

test('what a stranger writes arrives once, also when the form is sent twice', async () => {
  const page = await product.send({ method: 'GET', path: '/contact-us' });
  expect(page.text).toContain('<form class="form" method="post" action="/contact-us"');
  const first = await post(filled);
  expect([first.status, first.headers['location']]).toEqual([303, '/contact-us?sent=1']);
  await post(filled);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Contact form: Nina');
  expect(mail?.text).toContain('From Nina (nina@stranger.example)');
  expect(mail?.text).toContain('<b>Ours</b> has 2 GB.');
  const thanks = await product.send({ method: 'GET', path: '/contact-us?sent=1' });
  expect(thanks.text).toContain('Your message is on its way');
});

test('a refusal keeps what was typed, says what to do at its field, and sends nothing', async () => {
  const before = await mails();
  const answer = await post({ ...filled, email: 'nina', message: '"><script>alert(1)</script>' });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain('Enter the address that the answer should go to.');
  expect(answer.text).toContain('aria-describedby="contact-email-problem"');
  expect(answer.text).toContain('value="nina"');
  expect(answer.text).toContain('&lt;script&gt;alert(1)');
  expect(answer.text).not.toContain('<script>alert(1)');
  expect(await mails()).toEqual(before);
});

test.each([
  ['too short', { message: 'Hi' }, 'Say in a sentence or two what it is about.'],
  ['too long', { message: 'x'.repeat(4001) }, 'A message has at most 4000 characters; this one has 4001.'],
  ['a long name', { name: 'n'.repeat(101) }, 'A name has at most 100 characters.'],
])('%s is refused in words', async (_, fields, words) => {
  const answer = await post({ ...filled, ...fields });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain(words);
});

test('a program that fills every field is thanked and not heard', async () => {
  const before = await mails();
  const answer = await post({ ...filled, id: '0190a000-0000-7000-8000-00000000000b', website: 'spam' });
  expect(answer.status).toBe(303);
  expect(await mails()).toEqual(before);
});

test('a page of another site sends nothing, nor does anything that is no form', async () => {
  expect((await post(filled, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await post(filled, { 'content-type': 'application/json' })).status).toBe(400);
});

test('who writes again and again is asked to wait, with what was typed', async () => {
  const answers = [];
  for (let turn = 0; turn < 6; turn += 1)
    answers.push(await post({ ...filled, id: `0190a000-0000-7000-8000-00000000001${turn}` }));
  const last = answers.at(-1);
  expect(last?.status).toBe(429);
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
  expect(last?.text).toContain('Does it run on a small server?');
});
