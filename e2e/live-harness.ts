import { createHash, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as askProduct } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSignedCertificate } from '../apps/server/src/platform/self-signed-certificate.ts';
import {
  findFreePort,
  type ProductProcess,
  startProductProcess,
} from '../apps/server/src/testing/product-process.ts';
import { type MailServer, startMailServer } from '../apps/server/src/testing/smtp-server.fixture.ts';
import { launch, openVisitor, type Visitor } from './harness.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The built product in live mode, as an operator runs it: behind a proxy that ends TLS, with a mail server of its own. */
export type LiveWorld = {
  base: string;
  mainDomain: string;
  mail: MailServer;
  product: ProductProcess;
  visitor(): Promise<Visitor>;
  close(): Promise<void>;
};

/** One process and one proxy; Chromium finds every name of the domain at the proxy, and trusts its key alone. */
export async function openLiveWorld(): Promise<LiveWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stint-live-'));
  const mail = await startMailServer();
  const port = await findFreePort();
  const proxy = await startProxy(port);
  const name = 'stint.example';
  const mainDomain = `${name}:${proxy.port}`;
  const product = await startProductProcess({
    dataDir,
    port,
    env: {
      MODE: 'live',
      MAIN_DOMAIN: mainDomain,
      SECRET_KEY: randomBytes(48).toString('base64'),
      SMTP_URL: mail.url,
      TRUSTED_PROXIES: '127.0.0.1',
    },
  });
  const browser = await launch([
    `--host-resolver-rules=MAP ${name} 127.0.0.1, MAP *.${name} 127.0.0.1`,
    `--ignore-certificate-errors-spki-list=${proxy.keyHash}`,
  ]);
  return {
    base: `https://${mainDomain}`,
    mainDomain,
    mail,
    product,
    visitor: () => openVisitor(browser),
    async close() {
      await browser.close();
      await product.stop();
      await Promise.all([proxy.close(), mail.close()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Ends TLS, says who asked, and passes on everything else as it came. */
async function startProxy(target: number) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const now = Date.now();
  const cert = selfSignedCertificate(privateKey, {
    name: 'stint.example',
    notBefore: new Date(now - DAY_MS),
    notAfter: new Date(now + DAY_MS),
  });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    const passed = askProduct({
      host: '127.0.0.1',
      port: target,
      method: incoming.method,
      path: incoming.url,
      headers: {
        ...incoming.headers,
        'x-forwarded-for': incoming.socket.remoteAddress,
        'x-forwarded-proto': 'https',
      },
    });
    passed.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return {
    port: (server.address() as AddressInfo).port,
    keyHash: createHash('sha256').update(spki).digest('base64'),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
