/** One `select`, or the statement around it, without the selects inside it: where names of tables are known. */
export type SqlScope = { code: string; isInner: boolean };

const BEGINS_SELECT = /^\s*(?:select|with|values)\b/;
const SET_OPERATION = /\b(?:union|except|intersect)\b(?:\s+all\b)?/;

/**
 * Takes a statement, or a piece of one, apart at its selects in parentheses and at `union`.
 *
 * @param code lower case, without comments and without texts in quotes that hold parentheses
 * @returns what stands around them first, then each of them
 */
export function splitScopes(code: string): SqlScope[] {
  const { own, inner } = takeApart(code, 0);
  return [
    ...own.split(SET_OPERATION).map((part) => ({ code: part, isInner: false })),
    ...inner.flatMap((part) => part.split(SET_OPERATION).map((one) => ({ code: one, isInner: true }))),
  ];
}

/** Walks to the parenthesis that closes; selects on the way are put aside, other parentheses stay where they are. */
function takeApart(code: string, from: number): { own: string; inner: string[]; end: number } {
  const inner: string[] = [];
  let own = '';
  let at = from;
  for (; at < code.length && code[at] !== ')'; at++) {
    if (code[at] !== '(') {
      own += code[at];
      continue;
    }
    const group = takeApart(code, at + 1);
    inner.push(...group.inner);
    if (BEGINS_SELECT.test(group.own)) inner.push(group.own);
    own += BEGINS_SELECT.test(group.own) ? '()' : `(${group.own})`;
    at = group.end;
  }
  return { own, inner, end: at };
}

/** Neither a column in full (`app.project.name`) nor a call (`app.enqueue(…)`) names a table. */
const TABLE = /(?<!::)\bapp\.(\w+\b(?!\s*\.\w)(?!\s*\()|"?\$(?!\d))"?(?:\s+(?:as\s+)?([a-z]\w*))?/g;
const NO_ALIAS =
  /^(?:on|where|set|join|left|right|full|inner|cross|natural|order|group|limit|for|using|values|select|default|returning|as|having|union|from|and|or|offset|window|tablesample)$/;

/** What a bound value looks like: `$`, `$1`, `$::uuid`, a text. */
const VALUE = String.raw`(?:\$|'|any\s*\()`;
const BY_VALUE = new RegExp(String.raw`(?:\b(\w+)\.)?\btenant_id\s*(?:=\s*${VALUE}|in\s*\(\s*${VALUE})`, 'g');
const BY_VALUE_REVERSED = new RegExp(String.raw`${VALUE}[\w:]*\s*=\s*(?:(\w+)\.)?tenant_id\b`, 'g');
const BY_ROW = /\(\s*(?:(\w+)\.)?tenant_id\s*,[^()]*\)\s*(?:=|in\b)/g;
/** Where rows go that say their workspace; what they are selected from may be the same table. */
const TARGET = /\binsert\s+into\s+app\.\w+\s*(?:as\s+\w+\s*)?(?=\(\s*tenant_id\b)/g;
const BY_TABLE = /\b(\w+)\.tenant_id\s*=\s*(\w+)\.tenant_id\b/g;
const BY_USING = /\busing\s*\(\s*tenant_id\b/;

/** A condition up to what follows it. */
const CONDITION =
  /\b(?:where|on)\b(?:(?!\b(?:where|on|group|order|limit|returning|for|join|left|right|cross|inner|full|window|having|set|do|values)\b).)*/gs;

/**
 * The tables of a scope that nothing ties to one workspace: neither a value of their own nor an equality to a table of the same
 * select that has one. A table outside of a select in parentheses does not help it: Citus sees no value then and asks every
 * server, or refuses where an outer join stands beside it.
 *
 * @param isOfTenants whether a name belongs to a table of the workspaces
 */
export function findUnbound({ code }: SqlScope, isOfTenants: (name: string) => boolean): string[] {
  const condition = withoutLoose(code.replace(/\bon\s+conflict\s*\([^()]*\)/g, ' ').replace(TARGET, ' '));
  // Columns of an insert look like the arguments of a call.
  const named = condition.replace(/(\binsert\s+into\s+app\.\S+(?:\s+as\s+\w+)?)\s*\(/, '$1 values (');
  const aliases = Array.from(named.matchAll(TABLE))
    .filter(([, name = '']) => isOfTenants(name))
    .map(([, name = '', alias]) => (alias === undefined || NO_ALIAS.test(alias) ? name : alias));
  const bound = new Set<string>();
  for (const pattern of [BY_VALUE, BY_VALUE_REVERSED, BY_ROW]) {
    // A name without its table can only be one of these.
    for (const [, alias = aliases[0]] of condition.matchAll(pattern)) if (alias) bound.add(alias);
  }
  if (BY_USING.test(condition) && bound.size > 0) for (const alias of aliases) bound.add(alias);
  const pairs = Array.from(
    condition.matchAll(BY_TABLE),
    ([, left = '', right = '']) => [left, right] as const,
  );
  for (let before = -1; before !== bound.size; ) {
    before = bound.size;
    for (const [left, right] of pairs) {
      if (bound.has(left) && aliases.includes(left)) bound.add(right);
      if (bound.has(right) && aliases.includes(right)) bound.add(left);
    }
  }
  return aliases.filter((alias) => !bound.has(alias));
}

/** Without the conditions in which an `or` stands free: nothing beside it holds for every row. */
function withoutLoose(code: string): string {
  let text = code;
  for (const { 0: part, index } of withBlanks(code).matchAll(CONDITION)) {
    if (/\bor\b/.test(part)) text = text.slice(0, index) + blank(part) + text.slice(index + part.length);
  }
  return text;
}

/** As long as before, with nothing in parentheses and between `case` and `end`. */
function withBlanks(code: string): string {
  let [text, depth] = ['', 0];
  for (const letter of code) {
    if (letter === '(') depth += 1;
    text += depth === 0 ? letter : ' ';
    if (letter === ')') depth -= 1;
  }
  return text.replace(/\bcase\b.*?\bend\b/gs, blank);
}

const blank = (text: string) => ' '.repeat(text.length);
