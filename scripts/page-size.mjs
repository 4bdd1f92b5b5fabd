#!/usr/bin/env node
/**
 * What the first visit of a page fetches as scripts and styles before anything is shown, in the brotli bytes that are sent.
 * Prints the figures and fails above the limits.
 */
import { readFileSync, statSync } from 'node:fs';
import { PAGES } from './lib/page-limits.mjs';
import { inRoot } from './lib/paths.mjs';
import { ensureBuilt } from './lib/web-build.mjs';

const KIB = 1024;
const DIST = inRoot('apps', 'web', 'dist');

/** Scripts and styles that the page itself names, but for those of phones alone. */
const FETCHED =
  /<(?:script|link rel="(?:stylesheet|modulepreload)")(?![^>]* media=)[^>]* (?:src|href)="(\/assets\/[^"]+)"/g;

/** @param {string} file @returns {number} KiB */
function sizeOf(file) {
  const html = readFileSync(`${DIST}/${file}`, 'utf8');
  const paths = [...html.matchAll(FETCHED)].map(([, path]) => path);
  if (paths.length < 2) throw new Error(`${file} names no script or no style.`);
  return paths.reduce((sum, path) => sum + statSync(`${DIST}${path}.br`).size, 0) / KIB;
}

await ensureBuilt();
for (const { name, file, most } of PAGES) {
  const size = sizeOf(file);
  const isSmall = size <= most;
  if (!isSmall) process.exitCode = 1;
  console.log(
    `${isSmall ? 'ok  ' : 'FAIL'} ${name}: script and style ${size.toFixed(1)} KiB (at most ${most}), brotli`,
  );
}
