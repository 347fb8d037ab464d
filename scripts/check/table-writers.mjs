/** Only its own feature writes a table; others call a function of that feature. If rows have states, only the files named below write them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { isTest } from './source-files.mjs';

/** @typedef {{ name: string, identifier: string, owner: string }} Table */

const drizzleWrites = new Set(['insert', 'update', 'delete']);
const databases = new Set(['db', 'tx']);
const verb = String.raw`\b(?:insert\s+into|(?<!\b(?:for|key|do)\s+)update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?`;
/** A table by its name: `insert into x`, `update x`, `delete from x`, `truncate x`. */
const sqlWrite = new RegExp(`${verb}(?:"?public"?\\.)?"?(\\w+)"?`, 'gi');
/** The same at the end of a text, where an interpolated drizzle table follows. */
const sqlWriteBefore = new RegExp(`${verb}$`, 'i');

/**
 * For tables whose rows have states, the files of their feature that write them. Any other file would bypass the state machine.
 * @type {Record<string, string[]>}
 */
const writersOf = {
  delivery_queue: [
    'state/transitions.ts',
    'start/start.ts',
    'start/sweep.jobs.ts',
    'start/waiting-times.ts',
    'send/claim.ts',
    'send/leases.ts',
    'given/given.ts',
  ],
  death_reports: ['report-rows.ts', 'report-drafts.ts', 'death-reports.jobs.ts', 'owner-notice.ts'],
  owner_questions: ['open-question.ts'],
  gift_orders: ['gift-orders.ts', 'place-gift-order.ts'],
  counselor_bookings: ['bookings.ts', 'free-place.ts', 'take-place.ts'],
  physical_items: ['item-rows.ts', 'keep-items.ts', 'delete-item.ts', 'after-death.ts'],
  physical_storage_requests: ['storage-requests.ts', 'send-request.ts'],
};

/** Re-encrypts the columns that features pass to it with another secret, and changes nothing else. */
const writesWhatItIsHanded = new Set(['server/platform/reseal.ts']);
const unnamed = 'a table that is not named there: write its own name, so that it can be checked';

/**
 * @param {string} root
 * @param {string[]} files
 * @returns {string[]} one sentence for each statement
 */
export function findForeignWrites(root, files) {
  const sources = files
    .filter((file) => file.startsWith('server/') && !isTest(file))
    .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }));
  const tables = sources.flatMap(({ file, source }) => tablesIn(file, source));
  return sources.flatMap(({ file, source }) =>
    writesIn(file, source).flatMap(({ key, start, isCertain }) => {
      const table = tables.find((one) => one.name === key || one.identifier === key);
      const fault = table ? faultIn(file, table) : isCertain && !writesWhatItIsHanded.has(file) && unnamed;
      return fault ? [`${file}:${source.slice(0, start).split('\n').length} writes ${fault}`] : [];
    }),
  );
}

/**
 * @param {string} file
 * @param {Table} table the table that it writes
 * @returns {string | undefined}
 */
function faultIn(file, { name, owner }) {
  if (!file.startsWith(`${owner}/`)) return `${name}: only ${owner} does, others call a verb of it`;
  const writers = writersOf[name];
  if (!writers || writers.includes(file.slice(owner.length + 1))) return undefined;
  return `${name} beside its state machine: only ${writers.join(', ')} do`;
}

/**
 * @param {string} file
 * @param {string} source
 * @returns {Table[]}
 */
function tablesIn(file, source) {
  if (!file.endsWith('.table.ts')) return [];
  const owner = file.slice(0, file.lastIndexOf('/'));
  return [...source.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)].map(
    ([, identifier = '', name = '']) => ({
      identifier,
      name,
      owner,
    }),
  );
}

/**
 * What a file writes, by the names of tables and of their constants. `isCertain`: it is a write to the database, even if the name is
 * not that of a known table.
 * @param {string} file
 * @param {string} source
 */
function writesIn(file, source) {
  /** @type {{ key: string, start: number, isCertain: boolean }[]} */
  const found = [];
  /** @type {Map<string, string>} */
  const imported = new Map();
  /** @param {import('vite').ESTree.Node | undefined} node @param {number} start @param {boolean} isCertain */
  const addTable = (node, start, isCertain) => {
    const name = nameOf(node) ?? '';
    found.push({ key: imported.get(name) ?? name, start, isCertain });
  };
  /** @param {string} text @param {number} start */
  const addStatements = (text, start) => {
    for (const match of text.matchAll(sqlWrite))
      found.push({ key: match[1] ?? '', start: start + match.index, isCertain: false });
  };
  new Visitor({
    ImportSpecifier({ imported: original, local }) {
      if (original.type === 'Identifier') imported.set(local.name, original.name);
    },
    CallExpression({ callee, arguments: [table], start }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (drizzleWrites.has(callee.property.name)) addTable(table, start, isDatabase(callee.object));
    },
    Literal({ value, start }) {
      if (typeof value === 'string') addStatements(value, start);
    },
    TemplateLiteral({ quasis, expressions }) {
      for (const [place, { value, start }] of quasis.entries()) {
        addStatements(value.raw, start);
        const next = expressions[place];
        if (next && sqlWriteBefore.test(value.raw)) addTable(next, next.start, true);
      }
    },
  }).visit(parseSync(file, source).program);
  return found;
}

/**
 * Whether a node is `tx`, `services.db`, or either with common table expressions.
 * @param {import('vite').ESTree.Node} node
 * @returns {boolean}
 */
function isDatabase(node) {
  if (node.type === 'CallExpression')
    return (
      node.callee.type === 'MemberExpression' &&
      nameOf(node.callee) === 'with' &&
      isDatabase(node.callee.object)
    );
  return databases.has(nameOf(node) ?? '');
}

/**
 * `schedules`, for both `schedules` and `tables.schedules`.
 * @param {import('vite').ESTree.Node | undefined} node
 * @returns {string | undefined}
 */
function nameOf(node) {
  if (node?.type === 'Identifier') return node.name;
  return node?.type === 'MemberExpression' ? nameOf(node.property) : undefined;
}
