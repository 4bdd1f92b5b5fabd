import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import { inRoot } from './paths.mjs';
import { StopError } from './steps.mjs';

/** npm and these scripts run on this; the product itself on the one below. */
const SCRIPT_NODE = 20;
const PRODUCT_NODE = 24;

/** @throws StopError where even the scripts cannot run */
export function checkScriptNode() {
  if (majorVersion() < SCRIPT_NODE) {
    throw new StopError(
      `Node ${process.version} is too old: Stint needs Node ${SCRIPT_NODE} or newer to start.`,
    );
  }
}

/**
 * The Node that runs the product: the one installed as an npm package, else this one when it is new enough.
 *
 * @returns {string}
 */
export function findProductNode() {
  const packaged = inRoot('node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(packaged)) return packaged;
  if (majorVersion() >= PRODUCT_NODE) return process.execPath;
  throw new StopError(
    `There is no packaged Node for ${process.platform} on ${process.arch}, and this is ${process.version}. ` +
      `Install Node ${PRODUCT_NODE} or newer and try again.`,
  );
}

/** The environment in which programs of node_modules find the product's Node first. */
export function productEnvironment() {
  return { ...process.env, PATH: `${inRoot('node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}` };
}

function majorVersion() {
  return Number.parseInt(process.versions.node, 10);
}
