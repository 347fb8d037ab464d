/**
 * Time and randomness come from the platform's clock and random source, so that tests can set both. Checks the
 * server above its platform, and the whole server for the database's own clocks: SQL must use `clock_now()`. A day in SQL
 * names its time zone, since that of a session is whatever the database server was set up with.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { layerOf } from './layers.mjs';
import { isTest } from './source-files.mjs';

const directReads = new Set([
  'Date.now',
  'Math.random',
  'Temporal.Now',
  'crypto.randomUUID',
  'crypto.getRandomValues',
]);
const randomPackages = new Set(['uuid', 'nanoid']);
const randomNames = /^(random|getRandomValues|webcrypto)/;
const databaseClock =
  /\b(now\(\)|current_(timestamp|date|time)\b|(clock|statement|transaction)_timestamp\(\))/i;
const databaseRandomness = /\bgen_random_uuid\(\)/i;
const ours = 'time and randomness come from services.clock and services.random';
const theDay = "the database server's own zone would decide the day";
const dayOfSession = /(?<!at time zone 'UTC'\))::date\b/i;

/** @typedef {{ what: string, start: number, instead?: string }} Finding */

/**
 * @param {string} root
 * @param {string[]} files
 * @returns {string[]} one sentence for each place
 */
export function findDirectReads(root, files) {
  return files
    .filter((file) => file.startsWith('server/') && !isTest(file))
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      const reads = layerOf(file) === 'server/platform' ? [] : readsIn(file, source);
      return [...reads, ...databaseReadsIn(file, source)].map(({ what, start, instead = ours }) => {
        const line = source.slice(0, start).split('\n').length;
        return `${file}:${line} uses ${what}: ${instead}`;
      });
    });
}

/**
 * @param {string} file
 * @param {string} source
 */
function readsIn(file, source) {
  /** @type {Finding[]} */
  const found = [];
  new Visitor({
    NewExpression(node) {
      const isDate = node.callee.type === 'Identifier' && node.callee.name === 'Date';
      if (isDate && node.arguments.length === 0) found.push({ what: 'new Date()', start: node.start });
    },
    MemberExpression(node) {
      if (node.object.type !== 'Identifier' || node.property.type !== 'Identifier') return;
      const what = `${node.object.name}.${node.property.name}`;
      if (directReads.has(what)) found.push({ what, start: node.start });
    },
    ImportDeclaration(node) {
      for (const what of randomImports(node)) found.push({ what, start: node.start });
    },
  }).visit(parseSync(file, source).program);
  return found;
}

/**
 * @param {string} file
 * @param {string} source
 */
function databaseReadsIn(file, source) {
  /** @type {Finding[]} */
  const found = [];
  /** @param {string} text @param {number} start */
  const look = (text, start) => {
    const what = databaseClock.exec(text)?.[0] ?? databaseRandomness.exec(text)?.[0];
    if (what) found.push({ what: `${what} of the database`, start });
    if (dayOfSession.test(text))
      found.push({ what: "::date without at time zone 'UTC'", start, instead: theDay });
  };
  new Visitor({
    TemplateElement: (node) => look(node.value.raw, node.start),
    Literal: (node) => typeof node.value === 'string' && look(node.value, node.start),
    MemberExpression(node) {
      const { property } = node;
      if (property.type === 'Identifier' && property.name === 'defaultNow') look('now()', node.start);
    },
  }).visit(parseSync(file, source).program);
  return found;
}

/**
 * @param {import('vite').ESTree.ImportDeclaration} node
 * @returns {string[]}
 */
function randomImports(node) {
  const from = node.source.value;
  if (randomPackages.has(from)) return [`the package ${from}`];
  if (from !== 'node:crypto') return [];
  return node.specifiers.map((each) => each.local.name).filter((name) => randomNames.test(name));
}
