/** One variable of the environment; `docs/configuration.md` is checked against these rows. */
export type Variable = {
  name: string;
  /** Shown in the documentation; '' means unset. */
  default: string;
  describe: string;
  /** Never printed or logged; live mode refuses it missing, under 32 bytes, or a sample. */
  secret?: 'required-live' | 'optional';
};

export const variables = [
  {
    name: 'MODE',
    default: 'test',
    describe: '`test` delivers mail to the outbox page and listens on loopback only; `live` sends real mail.',
  },
  { name: 'PORT', default: '3000', describe: 'Port of the one HTTP listener.' },
  {
    name: 'LISTEN_ADDRESS',
    default: '127.0.0.1',
    describe: 'Address to listen on; anything but loopback needs live mode.',
  },
  {
    name: 'MAIN_DOMAIN',
    default: 'stint.localhost:{PORT}',
    describe: 'Main domain with port; workspaces answer at `{slug}.` in front of it.',
  },
  {
    name: 'PUBLIC_SCHEME',
    default: 'http in test mode, https in live mode',
    describe: 'Scheme in links and redirects.',
  },
  {
    name: 'DATA_DIR',
    default: '.data',
    describe: 'Where the embedded database, keys and `latchkey.json` lie; mode 0700.',
  },
  { name: 'SERVICES', default: 'auth,gateway,web', describe: 'Which services this process runs.' },
  {
    name: 'REGIONS',
    default: 'us=United States,eu=European Union',
    describe: 'Data regions as `code=name`, comma separated.',
  },
  {
    name: 'IDENTITY_DATABASE_URL',
    default: '',
    describe: 'Own PostgreSQL for the provider, as its runtime login; embedded when unset.',
    secret: 'optional',
  },
  {
    name: 'IDENTITY_DATABASE_OWNER_URL',
    default: '',
    describe: 'The same database as its owner; used by the migrator only.',
    secret: 'optional',
  },
  {
    name: 'IDENTITY_DATABASE_WORKER_URL',
    default: '',
    describe: 'The same database as the login that claims jobs and reaches nothing else.',
    secret: 'optional',
  },
  {
    name: 'GATEWAY_{REGION}_DATABASE_URL',
    default: '',
    describe: "Own PostgreSQL of a region's gateway, as its runtime login.",
    secret: 'optional',
  },
  {
    name: 'GATEWAY_{REGION}_DATABASE_OWNER_URL',
    default: '',
    describe: 'The same database as its owner; used by the migrator only.',
    secret: 'optional',
  },
  {
    name: 'GATEWAY_{REGION}_DATABASE_WORKER_URL',
    default: '',
    describe: 'The same database as the login that claims jobs and reaches nothing else.',
    secret: 'optional',
  },
  {
    name: 'DATABASE_POOL',
    default: '10',
    describe:
      'Connections per database and process; the provider keeps 4 more for sign-in alone. What one workspace writes takes at most half of them at a time.',
  },
  {
    name: 'SECRET_KEY',
    default: 'made in DATA_DIR in test mode',
    describe: 'Master secret: encrypts factors and keys, peppers passwords.',
    secret: 'required-live',
  },
  {
    name: 'SECRET_KEY_FORMER',
    default: '',
    describe:
      'The master secret before the present one, while it is being changed: what it sealed is opened. `npm run rotate-key` makes it needless.',
    secret: 'optional',
  },
  {
    name: 'SECRET_KEY_NEXT',
    default: '',
    describe:
      'The master secret to come, for several processes that are restarted one after the other: what it sealed is opened.',
    secret: 'optional',
  },
  { name: 'AUTH_BASE_URL', default: 'this process', describe: 'Base URL of the provider, ending in `/v0/`.' },
  {
    name: 'AUTH_PROFILE',
    default: 'latchkey',
    describe: '`latchkey`, or `v0` for another provider of the same protocol, without Latchkey’s additions.',
  },
  {
    name: 'AUTH_TENANT_ID',
    default: 'from latchkey.json',
    describe: 'Public id of the root tenant at the provider; the one that `AUTH_ADMIN_KEY` names when unset.',
  },
  {
    name: 'AUTH_ADMIN_KEY',
    default: 'from latchkey.json',
    describe:
      'Server key the gateway uses at the provider, `lk_{mode}_admin_{tenant}_{64 hexadecimal digits}`. Given to a new provider it makes the first tenant with this key; given to one that runs, it is a further key.',
    secret: 'optional',
  },
  {
    name: 'PROVIDER_GRACE_SECONDS',
    default: '0',
    describe:
      'How long gateways go on without a provider that does not answer, for sessions that they served before: people open pages, read and save their own time as members do, whatever their role, and nothing else. Who is signed out or removed meanwhile is shut out once it answers, or when this is over: 0 to 600.',
  },
  {
    name: 'SMTP_URL',
    default: '',
    describe: 'Mail server as smtp(s)://user:password@host:port; needed in live mode.',
    secret: 'optional',
  },
  {
    name: 'TEST_SMTP_URL',
    default: '',
    describe:
      'Mail server that gets the mail of test mode as well, such as Mailpit at smtp://127.0.0.1:1025; the outbox page keeps it too.',
    secret: 'optional',
  },
  { name: 'MAIL_FROM', default: 'Stint <no-reply@{MAIN_DOMAIN}>', describe: 'Sender of all mail.' },
  {
    name: 'SMS_URL',
    default: '',
    describe: 'SMS gateway, Twilio-compatible: https://sid:token@host/path?from=+1…',
    secret: 'optional',
  },
  {
    name: 'TRUSTED_PROXIES',
    default: '',
    describe: 'Addresses or ranges whose X-Forwarded-For is believed, comma separated.',
  },
  {
    name: 'LIMITS_PER_ADDRESS',
    default: 'on',
    describe: '`off` switches the limits per client address off; those per identifier stay.',
  },
  { name: 'BILLING', default: 'on', describe: '`off` for self-hosting: every workspace is active.' },
  {
    name: 'STRIPE_SECRET_KEY',
    default: '',
    describe: 'Stripe API key; without it test mode simulates payment.',
    secret: 'optional',
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    default: '',
    describe: 'Signing secret of the Stripe webhook.',
    secret: 'optional',
  },
  { name: 'STRIPE_PRICE_ID', default: '', describe: 'Price of one seat at Stripe.' },
  {
    name: 'SEAT_PRICE',
    default: '',
    describe:
      'Price of a seat where payment is simulated, such as `9.50 EUR month` or `90 EUR year`; with Stripe its own is shown. `8 EUR month` in test mode.',
  },
  { name: 'STRIPE_API_BASE', default: 'https://api.stripe.com', describe: 'Address of the Stripe API.' },
  {
    name: 'CONTENT_SPACE_ID',
    default: '',
    describe: 'Space of the hosted content service; the Markdown in the repository when unset.',
  },
  {
    name: 'CONTENT_ACCESS_TOKEN',
    default: '',
    describe: 'Read token of the content service.',
    secret: 'optional',
  },
  { name: 'CONTENT_API_BASE', default: 'https://graphql.contentful.com', describe: 'Where that service is.' },
  {
    name: 'CONTACT_ADDRESS',
    default: 'contact@{MAIN_DOMAIN} in test mode',
    describe: 'Where messages of the contact form are mailed to; without it there is no form.',
  },
  {
    name: 'ERROR_REPORT_URL',
    default: '',
    describe:
      'Where errors that pages meet are posted to as JSON; a public https address. The log has them too.',
  },
  {
    name: 'BREACH_RANGE_URL',
    default: '',
    describe:
      'Range service that new passwords are checked against, such as https://api.pwnedpasswords.com/range/; the embedded list alone when unset.',
  },
  {
    name: 'SLOW_STATEMENT_MS',
    default: '1000',
    describe:
      'From how many milliseconds on a statement is a warning in the log, without its values; 0 for never.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: '',
    describe:
      'Collector for traces as OTLP over HTTP in JSON, such as `http://127.0.0.1:4318`; nothing of it is loaded when unset.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    default: '',
    describe:
      'Headers that the collector asks for, as `name=value,name=value`; values are percent-encoded: `authorization=Basic%20…`.',
    secret: 'optional',
  },
  { name: 'OTEL_TRACES_SAMPLER_ARG', default: '1', describe: 'The part of all traces that is kept: 0 to 1.' },
  { name: 'LOG_LEVEL', default: 'info', describe: 'pino level: debug, info, warn, error, silent.' },
  {
    name: 'DRAIN_GRACE_SECONDS',
    default: '5',
    describe:
      'How long the process still takes requests after SIGTERM, while `/readyz` says 503 already: longer than a balancer takes to notice.',
  },
  {
    name: 'DRAIN_SECONDS',
    default: '25',
    describe: 'How long requests under way may take after that before they are cut off.',
  },
  {
    name: 'METRICS_KEY',
    default: '',
    describe: 'Bearer key for /metrics from other than loopback.',
    secret: 'optional',
  },
  {
    name: 'BACKUP_KEY',
    default: '',
    describe: 'Encrypts what `npm run backup` writes; a restore needs the same. At least 32 bytes.',
    secret: 'optional',
  },
  {
    name: 'PDF_FONT_FALLBACK',
    default: '',
    describe:
      'Font file for letters that the fonts of Stint lack, such as Chinese, Japanese and Korean in PDFs: a .ttf or .otf, or a .ttc with the PostScript name of the font behind a #. What is printed of it is embedded.',
  },
  {
    name: 'ARCHIVE_DIR',
    default: '',
    describe:
      'Folder on another disk, or a mounted bucket, to which the embedded database archives its log and copies of its files, encrypted; nothing is archived when unset.',
  },
  {
    name: 'ARCHIVE_KEY',
    default: '',
    describe:
      'Encrypts the archive; a restore needs the same. `SECRET_KEY` when unset. At least 32 bytes; keep it elsewhere.',
    secret: 'optional',
  },
  {
    name: 'ARCHIVE_SECONDS',
    default: '60',
    describe: 'What was saved is handed to the archive after this long at most: 1 to 3600.',
  },
  {
    name: 'ARCHIVE_BASE_HOURS',
    default: '24',
    describe: 'From one copy of the files in the archive to the next: 1 to 168.',
  },
  {
    name: 'ARCHIVE_KEEP',
    default: '7',
    describe:
      'How many copies of the files the archive keeps, with the log since the oldest: 1 to 35. None is older than 35 days.',
  },
  {
    name: 'FORGOTTEN_DIR',
    default: '',
    describe:
      'Folder outside of the databases that keeps the ids of who was deleted, so that a restore does not bring them back; `forgotten` in ARCHIVE_DIR, or in DATA_DIR, when unset.',
  },
  {
    name: 'PG_BINARIES',
    default: 'npm',
    describe: 'Folder with the PostgreSQL programs for the embedded database; those from npm when `npm`.',
  },
] as const satisfies Variable[];
