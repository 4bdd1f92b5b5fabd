/** What comments and test titles may cite: what a reader of this repository can open. */
export type Citable = {
  /** Section numbers of docs/latchkey-protocol.md. */
  protocol: ReadonlySet<string>;
  /** Section numbers of docs/security-rules.md. */
  security: ReadonlySet<string>;
  /** Numbers of docs/decisions, as `014`. */
  decision: ReadonlySet<string>;
  /** Whether a path from the root is there. */
  exists: (path: string) => boolean;
};

/** Between the words of a citation: a blank, or the end of a line of a comment and the beginning of the next. */
const gap = String.raw`\s+(?:(?:\*|//|--)\s+)?`;
const number = String.raw`\d+(?:\.\d+)?`;
const numbers = `${number}(?:(?:, | and | to )${number})*`;

/** Pages that only the founders had. */
const outside = new RegExp(
  `\\b(?:[Aa]uth${gap}protocol|[Ss]pec|[Cc]ontract|[Dd]ecisions|performance|product|database|design|stack)${gap}P?\\d+`,
  'g',
);
const sections = new RegExp(`\\b([Pp]rotocol|[Ss]ecurity)${gap}(${numbers})`, 'g');
const decisions = new RegExp(`\\b[Dd]ecision${gap}(\\d+)`, 'g');
/** A path of ours, not the tail of an address elsewhere. */
const paths = /(?<![\w/.-])docs\/[\w./-]*\w/g;

/** Migrations are never edited once a database may have run them: their comments stay as they are. */
const released = [
  { folder: 'apps/server/src/auth/migrations/', last: 11 },
  { folder: 'apps/server/src/gateway/migrations/', last: 9 },
];

/** Every citation of a source that leads nowhere, as `path:line what is wrong`. */
export function findBrokenCitations(path: string, source: string, citable: Citable): string[] {
  if (isReleased(path)) return [];
  const place = (index: number) => `${path}:${source.slice(0, index).split('\n').length}`;
  const broken: string[] = [];
  for (const { 0: text, index } of source.matchAll(outside)) {
    broken.push(`${place(index)} "${text}" is no page of this repository: say the reason in words`);
  }
  for (const { 1: page = '', 2: list = '', index } of source.matchAll(sections)) {
    const name = page.toLowerCase() as 'protocol' | 'security';
    const missing = list.split(/, | and | to /).filter((section) => !citable[name].has(section));
    for (const section of missing) broken.push(`${place(index)} there is no ${name} ${section}`);
  }
  for (const { 1: decision = '', index } of source.matchAll(decisions)) {
    if (!citable.decision.has(decision)) broken.push(`${place(index)} there is no decision ${decision}`);
  }
  for (const { 0: cited, index } of source.matchAll(paths)) {
    if (!isThere(cited, citable)) broken.push(`${place(index)} there is no ${cited}`);
  }
  return broken;
}

/** `docs/decisions/014` is enough for a decision. */
function isThere(cited: string, { exists, decision }: Citable): boolean {
  const [, short] = /^docs\/decisions\/(\d{3})$/.exec(cited) ?? [];
  return short === undefined ? exists(cited) : decision.has(short);
}

function isReleased(path: string): boolean {
  return released.some(
    ({ folder, last }) => path.startsWith(folder) && Number.parseInt(path.slice(folder.length), 10) <= last,
  );
}

/** Numbers of the headings of a page, and of rows that begin with one, such as `14.7`. */
export function sectionsOf(markdown: string): Set<string> {
  const headings = markdown.matchAll(/^#{2,3} (\d+(?:\.\d+)?)\.? /gm);
  const rows = markdown.matchAll(/^\| (\d+\.\d+) \| /gm);
  return new Set([...headings, ...rows].map((match) => match[1] ?? ''));
}
