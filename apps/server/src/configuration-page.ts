import { variables } from './config-variables.ts';

/** The text of `docs/configuration.md`, made from the rows that the configuration is read by. */
export function configurationPage(): string {
  const rows = variables.map((variable) => {
    const shown = variable.default === '' ? 'unset' : `\`${variable.default}\``;
    const secret = 'secret' in variable ? ' Secret.' : '';
    return `| \`${variable.name}\` | ${shown} | ${variable.describe}${secret} |`;
  });
  return `# Configuration

Everything is read once from the environment when the server starts. A wrong value stops the start with a message that
names the variable and what to put there. In live mode \`SECRET_KEY\` must be set and be no known
sample. A key of your own has at least 32 bytes, in either mode.

A secret may lie in a file: the name with \`_FILE\` behind it is the path of a file that holds it, such as
\`SECRET_KEY_FILE=/run/secrets/SECRET_KEY\`. White space around it does not count. Both at once, a file that cannot be read
and one that is empty stop the start.

This page is made from \`apps/server/src/config.ts\` by \`npm run docs\`; a test compares the two.

| Variable | Default | What it does |
|---|---|---|
${rows.join('\n')}
`;
}
