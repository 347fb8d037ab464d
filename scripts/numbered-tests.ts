/**
 * Runs the tests that belong to a numbered list and prints the result of each number: `npm run faults`, `npm
 * run security`. With numbers, as in `npm run security -- 16 17`, it runs only their tests.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { createVitest, type TestSpecification } from 'vitest/node';
import { faults } from '../test/numbered/faults.ts';
import { type NumberedList, tableOf } from '../test/numbered/results.ts';
import { security } from '../test/numbered/security.ts';

const [name, ...numbers] = process.argv.slice(2);
const all = name === 'faults' ? faults : security;
const unknown = numbers.filter((number) => !(number in all.what));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')} in the list of ${name}.`);
  process.exit(2);
}
const list = numbers.length > 0 ? only(all, numbers) : all;
const mark = numbers.length > 0 ? all.mark(`(?:${numbers.join('|')})`) : all.mark();

const vitest = await createVitest({ watch: false, reporters: ['default'] });
await vitest.standalone(); // without tests to begin with
const marked = (await vitest.globTestSpecifications()).flatMap(specificationOf);
const { testModules } = await vitest.runTestSpecifications(marked);
const results = testModules.flatMap((module) =>
  [...module.children.allTests()].map((test) => ({
    name: test.fullName,
    path: relative('', module.moduleId),
    state: test.result().state,
  })),
);
process.stdout.write(`\n${tableOf(list, results)}\n\n`);
await vitest.exit();

/** The whole file if its name or folder belongs to the list; otherwise the tests in it whose names carry the mark, if any. */
function specificationOf({ project, moduleId, pool }: TestSpecification): TestSpecification[] {
  const path = relative('', moduleId);
  const number = all.numberOfFile?.(path);
  if (number ? number in list.what : numbers.length === 0 && all.folder && path.startsWith(all.folder))
    return [project.createSpecification(moduleId, undefined, pool)];
  if (!mark.test(readFileSync(moduleId, 'utf8'))) return [];
  return [project.createSpecification(moduleId, { testNamePattern: mark }, pool)];
}

function only(list: NumberedList, numbers: string[]): NumberedList {
  return { ...list, what: Object.fromEntries(numbers.map((number) => [number, list.what[number] ?? ''])) };
}
