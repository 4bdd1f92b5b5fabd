type ReadText = (name: string) => string | undefined;

/** What an address in the environment has to look like; its value may hold a password and is never shown. */
type AddressRule = { name: string; protocols: string[]; such: string };

const http = ['http:', 'https:'];
const databases = {
  protocols: ['postgres:', 'postgresql:'],
  such: 'postgres://user:password@host:5432/database',
};

const rules: AddressRule[] = [
  { name: 'SMTP_URL', protocols: ['smtp:', 'smtps:'], such: 'smtp://user:password@mail.example:587' },
  { name: 'TEST_SMTP_URL', protocols: ['smtp:', 'smtps:'], such: 'smtp://127.0.0.1:1025' },
  { name: 'SMS_URL', protocols: http, such: 'https://sid:token@host/path?from=+41000000000' },
  { name: 'AUTH_BASE_URL', protocols: http, such: 'https://time.example/v0/' },
  { name: 'STRIPE_API_BASE', protocols: http, such: 'https://api.stripe.com' },
  { name: 'CONTENT_API_BASE', protocols: http, such: 'https://graphql.contentful.com' },
  { name: 'BREACH_RANGE_URL', protocols: http, such: 'https://api.pwnedpasswords.com/range/' },
];

const logins = ['', '_OWNER', '_WORKER'];

/** A sentence for each address that cannot be one, and for a domain that no browser can open. */
export function findAddressProblems(text: ReadText, regionCodes: readonly string[]): string[] {
  const places = ['IDENTITY', ...regionCodes.map((code) => `GATEWAY_${code.toUpperCase()}`)];
  const ofDatabases = places.flatMap((place) =>
    logins.map((login) => ({ name: `${place}_DATABASE${login}_URL`, ...databases })),
  );
  const problems = [...rules, ...ofDatabases]
    .filter((rule) => !isAddress(text(rule.name), rule))
    .map(({ name, such }) => `${name} is no address that can be used; write it such as ${such}`);
  const domain = text('MAIN_DOMAIN');
  if (domain !== undefined && !isHost(domain))
    problems.push(
      `MAIN_DOMAIN is "${domain}"; write the host alone, such as time.example or time.example:8443`,
    );
  return problems;
}

function isAddress(value: string | undefined, { protocols }: AddressRule): boolean {
  if (value === undefined) return true;
  const isDatabase = protocols === databases.protocols;
  // The socket of a database stands in the query, and a login without a host in front of it: what pg reads, not URL.
  const address = isDatabase ? value.replace('@/', '@localhost/') : value;
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  return protocols.includes(protocol) && (host !== '' || isDatabase);
}

function isHost(value: string): boolean {
  return URL.canParse(`http://${value}`) && new URL(`http://${value}`).host === value.toLowerCase();
}
