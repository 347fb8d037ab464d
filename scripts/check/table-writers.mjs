/** Only its feature writes a table; others call a verb of that feature. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { isTest } from './source-files.mjs';

/** @typedef {{ name: string, identifier: string, owner: string }} Table */

const drizzleWrites = new Set(['insert', 'update', 'delete']);
/** A table by its name: `insert into x`, `update x`, `delete from x`, `truncate x`. */
const sqlWrite =
  /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?(?:public\.)?"?(\w+)"?/gi;
/** The same at the end of a text, where an interpolated drizzle table follows. */
const sqlWriteBefore = /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?$/i;
/** Text that is SQL and not a sentence about it. */
const statement = /^\s*(?:with|insert\s+into|update|delete\s+from|truncate)\b/i;

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
    writesIn(file, source)
      .map(({ key, start }) => ({
        start,
        table: tables.find((one) => one.name === key || one.identifier === key),
      }))
      .flatMap(({ start, table }) => {
        if (!table || file.startsWith(`${table.owner}/`)) return [];
        const line = source.slice(0, start).split('\n').length;
        return [`${file}:${line} writes ${table.name}: only ${table.owner} does, others call a verb of it`];
      }),
  );
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
 * What a file writes, by the names of tables and of the constants that stand for them.
 * @param {string} file
 * @param {string} source
 */
function writesIn(file, source) {
  /** @type {{ key: string, start: number }[]} */
  const found = [];
  /** @type {Map<string, string>} */
  const imported = new Map();
  /** @param {import('vite').ESTree.Node | undefined} node @param {number} start */
  const addTable = (node, start) => {
    const name = nameOf(node);
    if (name) found.push({ key: imported.get(name) ?? name, start });
  };
  /** @param {string} text @param {number} start */
  const addStatements = (text, start) => {
    for (const match of text.matchAll(sqlWrite))
      found.push({ key: match[1] ?? '', start: start + match.index });
  };
  new Visitor({
    ImportSpecifier({ imported: original, local }) {
      if (original.type === 'Identifier') imported.set(local.name, original.name);
    },
    CallExpression({ callee, arguments: [table], start }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (drizzleWrites.has(callee.property.name)) addTable(table, start);
    },
    Literal({ value, start }) {
      if (typeof value === 'string' && statement.test(value)) addStatements(value, start);
    },
    TemplateLiteral({ quasis, expressions }) {
      for (const [place, { value, start }] of quasis.entries()) {
        addStatements(value.raw, start);
        const next = expressions[place];
        if (next && sqlWriteBefore.test(value.raw)) addTable(next, next.start);
      }
    },
  }).visit(parseSync(file, source).program);
  return found;
}

/**
 * `schedules` of `schedules` and of `tables.schedules`.
 * @param {import('vite').ESTree.Node | undefined} node
 * @returns {string | undefined}
 */
function nameOf(node) {
  if (node?.type === 'Identifier') return node.name;
  return node?.type === 'MemberExpression' ? nameOf(node.property) : undefined;
}
