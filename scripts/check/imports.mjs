/**
 * Reads what each source file imports, including types: a type imported from the wrong side is a dependency
 * too. It uses Vite's parser (Oxc), because the native TypeScript has no API.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync, Visitor } from 'vite';

/**
 * @typedef {object} Import
 * @property {string} specifier as written
 * @property {boolean} typeOnly nothing of it remains at run time
 * @property {string} [path] the imported file, relative to the root; absent for packages
 * @property {boolean} [missing] relative, but there is no such file
 */

/** @typedef {Map<string, Import[]>} ImportGraph */

/**
 * @param {string} root
 * @param {string[]} files relative to the root
 * @returns {ImportGraph}
 */
export function readImportGraph(root, files) {
  return new Map(files.map((file) => [file, readImports(root, file)]));
}

/**
 * @param {string} root
 * @param {string} file
 * @returns {Import[]}
 */
function readImports(root, file) {
  return specifiersOf(file, readFileSync(join(root, file), 'utf8')).map(({ specifier, typeOnly }) => {
    if (!specifier.startsWith('.')) return { specifier, typeOnly };
    const path = posix.join(posix.dirname(file), specifier.replace(/\?.*$/, ''));
    return existsSync(join(root, path))
      ? { specifier, typeOnly, path }
      : { specifier, typeOnly, missing: true };
  });
}

/**
 * @param {string} file
 * @param {string} source
 */
function specifiersOf(file, source) {
  const { program, module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const found = module.staticImports.map((statement) => ({
    specifier: statement.moduleRequest.value,
    typeOnly: statement.entries.length > 0 && statement.entries.every((entry) => entry.isType),
  }));
  for (const entry of module.staticExports.flatMap((statement) => statement.entries)) {
    if (entry.moduleRequest) found.push({ specifier: entry.moduleRequest.value, typeOnly: entry.isType });
  }
  new Visitor({
    ImportExpression({ source: from }) {
      if (from.type === 'Literal') found.push({ specifier: String(from.value), typeOnly: false });
    },
    TSImportType({ source: from }) {
      found.push({ specifier: from.value, typeOnly: true });
    },
  }).visit(program);
  return found;
}
