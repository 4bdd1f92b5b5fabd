import { type ESTree, parseSync, Visitor } from 'vite';

/** One statement as it stands in a source; bound values and what cannot be known are written `$`. */
export type SqlStatement = { text: string; line: number };

/** Text that begins like a statement. Fragments of statements are looked at where they are put in. */
const STATEMENT =
  /^\s*(?:--[^\n]*\n\s*|\/\*.*?\*\/\s*)*(select|insert\s+into|update|delete\s+from|with|merge|copy)\b/is;

const INNER_SELECT = /\(\s*select\b/i;

/** The pieces of statements in a source file that hold a select in parentheses. */
export function findSqlFragments(fileName: string, source: string): SqlStatement[] {
  return findSql(fileName, source).filter(({ text }) => !STATEMENT.test(text) && INNER_SELECT.test(text));
}

/**
 * The SQL in a source file: templates with the `sql` tag, and plain texts that read like a statement. A constant
 * fragment of the same file is put in where it is used, so that its conditions count.
 */
export function findSqlStatements(fileName: string, source: string): SqlStatement[] {
  return findSql(fileName, source).filter(({ text }) => STATEMENT.test(text));
}

function findSql(fileName: string, source: string): SqlStatement[] {
  const { program } = parseSync(fileName, source);
  const fragments = new Map<string, ESTree.TemplateLiteral>();
  const tagged: ESTree.TemplateLiteral[] = [];
  const plain: { text: string; start: number }[] = [];

  new Visitor({
    VariableDeclarator(node) {
      if (
        node.id.type === 'Identifier' &&
        node.init?.type === 'TaggedTemplateExpression' &&
        isSqlTag(node.init)
      ) {
        fragments.set(node.id.name, node.init.quasi);
      }
    },
    TaggedTemplateExpression(node) {
      if (isSqlTag(node)) tagged.push(node.quasi);
    },
    TemplateLiteral(node) {
      plain.push({ text: textOf(node, new Map()), start: node.start });
    },
    Literal(node) {
      if (typeof node.value === 'string') plain.push({ text: node.value, start: node.start });
    },
  }).visit(program);

  const taggedStarts = new Set(tagged.map((node) => node.start));
  const found = [
    ...tagged.map((node) => ({ text: textOf(node, fragments), start: node.start })),
    ...plain.filter(({ text, start }) => !taggedStarts.has(start) && /\bapp\.\w/.test(text)),
  ];
  return found.map(({ text, start }) => ({ text, line: source.slice(0, start).split('\n').length }));
}

function isSqlTag(node: ESTree.TaggedTemplateExpression): boolean {
  return node.tag.type === 'Identifier' && node.tag.name === 'sql';
}

function textOf(node: ESTree.TemplateLiteral, fragments: Map<string, ESTree.TemplateLiteral>): string {
  return node.quasis
    .map((quasi, index) => {
      const value = node.expressions[index];
      const fragment = value?.type === 'Identifier' ? fragments.get(value.name) : undefined;
      const inserted = fragment && fragment !== node ? textOf(fragment, fragments) : value ? '$' : '';
      return `${quasi.value.raw}${inserted}`;
    })
    .join('');
}
