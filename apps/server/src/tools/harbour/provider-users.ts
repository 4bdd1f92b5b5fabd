import type { ProviderAccess } from '../../provider-access.ts';
import { emailOf, type Person, people } from './people.ts';

/** The password of all people of the demo; for a machine of one's own only. */
export const demoPassword = 'paper-boats-on-water-7';

type Call = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

/** Calls the provider with its server key. */
export function createProviderCall({ baseUrl, adminKey }: ProviderAccess): Call {
  return async (method, path, body) => {
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers: {
        authorization: `Bearer ${adminKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${String(answer['message'])}`);
    return answer;
  };
}

/** Makes the people at the provider, those who are there already left alone. @returns their ids by key */
export async function ensureUsers(call: Call, access: ProviderAccess): Promise<Map<string, string>> {
  const users = new Map<string, string>();
  for (const person of people) users.set(person.key, await ensureUser(call, access, person));
  return users;
}

async function ensureUser(call: Call, access: ProviderAccess, person: Person): Promise<string> {
  const email = emailOf(person);
  const filter = { attr: 'email', type: 'string', comparison: 'is', value: email };
  const found = await call('POST', 'users/find', { filters: { filterGroups: [{ filters: [filter] }] } });
  const [known] = found['results'] as { userUuid: string }[];
  if (known) return known.userUuid;
  const made = await call('POST', 'users', { email, name: person.name, password: demoPassword });
  await confirmEmail(call, access, String(made['userUuid']));
  return String(made['userUuid']);
}

/** As the person would: with the link that proves the address. */
async function confirmEmail(call: Call, { tenantId }: ProviderAccess, userUuid: string): Promise<void> {
  const link = await call('POST', 'auth/link/generate', { userUuid, options: { type: 'verify' } });
  await call('PUT', `tenants/${tenantId}/auth/link`, { tenantId, uuid: link['uuid'], token: link['token'] });
}
