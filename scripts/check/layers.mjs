/**
 * The layers as a table: which layer a file belongs to, and what each layer may import.
 * ARCHITECTURE.md describes the same in words.
 */

/** @type {Record<string, string[]>} */
const mayImport = {
  shared: ['shared'],
  'server/platform': ['server/platform', 'shared'],
  'server/job-list': ['shared'],
  'server/feature': ['server/feature', 'server/job-list', 'server/platform', 'shared'],
  'server/entry': ['server/entry', 'server/feature', 'server/job-list', 'server/platform', 'shared'],
  'web/lib': ['web/lib', 'shared'],
  'web/ui': ['web/ui', 'web/lib', 'shared'],
  'web/feature': ['web/feature', 'web/ui', 'web/lib', 'shared'],
  'web/pages': ['web/pages', 'web/ui', 'web/lib', 'shared'],
  'web/staff': ['web/staff', 'web/ui', 'web/lib', 'shared'],
  'web/app': ['web/app', 'web/feature', 'web/pages', 'web/staff', 'web/ui', 'web/lib', 'shared'],
};

/** Types only: the list of jobs describes retries with the queue's own types, and otherwise imports nothing. */
const mayImportTypes = { 'server/job-list': ['server/platform'] };

/**
 * @param {string} path
 * @returns {string} a key of the table, or 'outside' for tests, benchmarks, scripts and settings
 */
export function layerOf(path) {
  const [top, second] = path.split('/');
  if (top === 'shared') return 'shared';
  if (path === 'server/job-list.ts') return 'server/job-list';
  if (top === 'server') return layerInServer(second);
  if (top === 'web') return layerInWeb(second);
  return 'outside';
}

/** @param {string | undefined} folder */
function layerInServer(folder) {
  if (folder === 'platform') return 'server/platform';
  return folder === 'features' ? 'server/feature' : 'server/entry';
}

/** @param {string | undefined} folder */
function layerInWeb(folder) {
  if (folder === 'features') return 'web/feature';
  return ['pages', 'staff', 'ui', 'lib'].includes(folder ?? '') ? `web/${folder}` : 'web/app';
}

/**
 * @param {string} from a layer
 * @param {string} to a layer
 * @param {boolean} typeOnly
 * @returns {boolean}
 */
export function layerMayImport(from, to, typeOnly) {
  if (from === 'outside') return true;
  if (mayImport[from]?.includes(to)) return true;
  return (
    typeOnly && Object.entries(mayImportTypes).some(([layer, types]) => layer === from && types.includes(to))
  );
}

/**
 * The feature a file belongs to, as `server/features/delivery/deliveries/plan`. What all queues of the staff console share,
 * in `web/staff/console`, belongs to none.
 * @param {string} path
 * @returns {string | undefined}
 */
export function featureOf(path) {
  return /^((server|web)\/features\/[^/]+\/[^/]+|web\/staff\/(?!console\/)[^/]+)(?=\/)/.exec(path)?.[0];
}

/**
 * Whether other features may import this file: `<noun>.ts` and `<noun>.table.ts` on the server, of the feature or of one of its
 * parts; in the web, where the functions are queries, `queries.ts` beside `<noun>.ts` and `<noun>.tsx`.
 * @param {string} path
 * @returns {boolean}
 */
export function isPublicEntry(path) {
  const [name = '', noun] = path.split('/').reverse();
  const entries = path.startsWith('server/')
    ? [`${noun}.ts`, `${noun}.table.ts`]
    : [`${noun}.ts`, `${noun}.tsx`, 'queries.ts'];
  return entries.includes(name);
}
