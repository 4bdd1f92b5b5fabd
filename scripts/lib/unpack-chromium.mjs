/**
 * `node unpack-chromium.mjs <folder>`: the browser of the npm package, its libraries and its fonts into a folder, with
 * a script `chromium` beside them that starts it. The package unpacks into the folder for temporary files and its
 * libraries only where it believes to run at the host it is made for: its caller sets both in the environment. It ends
 * well where the browser starts.
 */
import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packed from '@sparticuz/chromium';
import { chromium } from 'playwright-core';
import { chromiumArguments } from './chromium.mjs';

const [folder = '.'] = process.argv.slice(2);

/** Fonts of the system first, where it has any. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** Where a system forbids user namespaces this browser has no sandbox; it opens only what the tests serve. */
const START = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$here/fonts.conf"
unshare --user true 2>/dev/null || set -- --no-sandbox "$@"
exec "$here/chromium-binary" "$@"
`;

renameSync(await packed.executablePath(), join(folder, 'chromium-binary'));
writeFileSync(join(folder, 'fonts.conf'), FONTS);
writeFileSync(join(folder, 'chromium'), START);
for (const name of ['chromium', 'chromium-binary']) chmodSync(join(folder, name), 0o755);

const browser = await chromium.launch({
  executablePath: join(folder, 'chromium'),
  args: chromiumArguments(),
});
await browser.close();
