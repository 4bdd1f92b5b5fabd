import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { origin, type ProviderUnderTest, startProvider } from '../../../testing/provider-under-test.ts';
import {
  clientId,
  clientSecret,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../methods/federation/openid-provider.fixture.ts';
import { answer, createFakeIdp } from '../../methods/saml/identity-provider.fixture.ts';
import { type Receiver, startReceiver } from './receiver.fixture.ts';

/** People who come through another provider are told of like all others. */
let latchkey: ProviderUnderTest;
let okta: OpenIdProvider;
let receiver: Receiver;
let child: { id: string; publicId: string };
const idp = createFakeIdp('https://idp.customer.example/saml');
const callback = `${origin}/v0/auth/okta/login`;

beforeAll(async () => {
  latchkey = await startProvider();
  okta = await startOpenIdProvider([callback]);
  receiver = await startReceiver();
  child = await latchkey.addChild('open');
  const settings = { issuer: okta.issuer, clientId, clientSecret };
  await latchkey.admin(`PUT /tenants/${latchkey.rootId}/sso/okta`, settings);
  await latchkey.allow(latchkey.rootId, 'okta');
  await latchkey.allow(child.publicId, 'okta');
  for (const [name, publicId] of [
    ['root', latchkey.rootId],
    ['child', child.publicId],
  ]) {
    await latchkey.admin(`PUT /tenants/${publicId}`, { webhooks: { user: receiver.url(`/${name}`) } });
  }
  await latchkey.admin(`PUT /tenants/${child.publicId}/saml/idp`, {
    entityId: idp.entityId,
    ssoUrl: 'https://idp.customer.example/saml/login',
    certificates: [idp.certificate],
    domains: ['customer.example'],
  });
  const domain = `/tenants/${child.publicId}/domains/customer.example`;
  const { recordName, recordValue } = await latchkey.admin(`PUT ${domain}`);
  latchkey.txt.set(recordName as string, [recordValue as string]);
  await latchkey.admin(`PUT ${domain}`);
});
afterAll(async () => {
  await okta.close();
  await receiver.close();
  await latchkey.close();
});

let people = 0;
beforeEach(() => {
  people++;
  okta.faults = {};
  okta.person = {
    sub: `p-${people}`,
    email: `p-${people}@social.example`,
    email_verified: true,
    name: 'Ann',
  };
});

async function news(): Promise<string[]> {
  await latchkey.service.workOffQueue();
  return receiver.news();
}

const travel = (publicId: string) =>
  latchkey
    .browser()
    .follow(
      `${callback}?${new URLSearchParams({ origin, tenant_id: publicId })}`,
      (url) => url.pathname === '/signin',
    );

test('through an OpenID provider: once, at the first time', async () => {
  await latchkey.finish(await travel(latchkey.rootId));
  expect((await news())[0]).toBe('root create');
  expect(receiver.latest('/root')?.body.record).toMatchObject({
    email: okta.person.email,
    isEmailConfirmed: true,
  });
  await latchkey.finish(await travel(latchkey.rootId));
  expect(await news()).toEqual([]);
});

test("through a tenant's SAML identity provider: the root hears it, and the tenant that they enter", async () => {
  const browser = latchkey.browser();
  const acsUrl = `${origin}/v0/tenants/${child.publicId}/saml/acs`;
  const query = new URLSearchParams({ origin, tenant_id: child.publicId });
  const left = await browser.send(`${origin}/v0/auth/saml/sp/login?${query}`);
  const request = new URL(left.headers.get('location') ?? '', origin).searchParams.get('SAMLRequest') ?? '';
  const [, requestId = ''] =
    /ID="([^"]+)"/.exec(inflateRawSync(Buffer.from(request, 'base64')).toString()) ?? [];
  const email = `employee-${people}@customer.example`;
  const SAMLResponse = answer({
    idp,
    acsUrl,
    audience: `${origin}/v0/tenants/${child.publicId}/saml/metadata`,
    requestId,
    now: new Date(),
    nameId: `employee-${people}`,
    email,
  });
  const back = await browser.send(acsUrl, {
    method: 'POST',
    type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({ SAMLResponse, RelayState: 'ignored' }).toString(),
  });
  await latchkey.finish(new URL(back.headers.get('location') ?? ''), child.publicId);
  const heard = await news();
  expect(heard[0]).toBe('root create');
  expect(heard).toContain('child create');
  expect(receiver.latest('/child')?.body.record).toMatchObject({ email, tenantId: child.publicId });
});
