/** What a browser must load before it shows a page, in gzip, against the budget. Read from the manifest of Vite's build. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** @typedef {import('vite').Manifest} Manifest */

const largestChunkKilobytes = 250;

/**
 * `page` matches the page's chunk among those loaded on demand, or its entry; each matching page must keep to
 * the budget. The first budget that matches a page counts.
 */
const budgets = [
  { name: 'recipient’s page', kilobytes: 80, page: /^received\.tsx$/ },
  { name: 'sign-in', kilobytes: 85, page: /^features\/accounts\/auth\/auth-page\.tsx$/ },
  {
    name: 'public pages',
    kilobytes: 90,
    page: /^features\/(accounts\/auth|after-death\/(death-cases\/alive|trusted-access)|billing\/past-due)\/.*-page\.tsx$/,
  },
  { name: 'signed-in dashboard', kilobytes: 135, page: /^features\/home\/dashboard\/.*-page\.tsx$/ },
];

/** What a prerendered page itself loads. Its links lead to the app, whose pages have the budgets above. */
const prerenderedKilobytes = 5;

/**
 * @param {string} webFolder the build
 * @returns {{ figures: string, faults: string[] }}
 */
export function checkWebBudgets(webFolder) {
  const manifestPath = join(webFolder, '.vite', 'manifest.json');
  if (!existsSync(manifestPath))
    return { figures: '', faults: [`there is no ${manifestPath}: the web is not built`] };
  /** @type {Manifest} */
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));
  const weigh = (/** @type {Iterable<string>} */ files) => weighFiles(webFolder, files);
  const loads = [
    ...budgets.flatMap((budget, index) =>
      initialLoads(manifest, budget.page)
        .filter(({ page }) => !budgets.slice(0, index).some((earlier) => earlier.page.test(page)))
        .map((load) => ({ ...budget, ...load })),
    ),
    ...prerenderedLoads(webFolder),
  ];
  const weighed = loads.map((load) => ({ ...load, weight: weigh(load.files) }));
  return {
    figures: weighed
      .map(({ name, page, weight, kilobytes }) => `${name} (${page}) ${show(weight)} ≤ ${kilobytes} kB`)
      .join('; '),
    faults: [
      ...budgets
        .filter(({ name }) => !loads.some((load) => load.name === name))
        .map(({ name }) => `no chunk was found for: ${name}`),
      ...weighed
        .filter(({ weight, kilobytes }) => weight > kilobytes)
        .map(
          ({ name, page, weight, kilobytes }) =>
            `${name} (${page}) loads ${show(weight)} of JavaScript, more than ${kilobytes} kB`,
        ),
      ...scriptsOf(manifest)
        .filter((file) => weigh([file]) > largestChunkKilobytes)
        .map((file) => `${file} has ${show(weigh([file]))}, more than ${largestChunkKilobytes} kB`),
    ],
  };
}

/**
 * For each matching page, the scripts loaded until it is shown: those of every chunk on the path from the entry to it,
 * with all their static imports.
 * @param {Manifest} manifest
 * @param {RegExp} page
 */
function initialLoads(manifest, page) {
  return waysFromEntry(manifest)
    .filter((way) => page.test(way.at(-1) ?? ''))
    .map((way) => {
      const files = new Set(way.flatMap((key) => [...withStaticImports(manifest, key)]));
      return { page: way.at(-1) ?? '', files };
    });
}

/**
 * The scripts that the prerendered documents name, except in templates, which do not load anything.
 * @param {string} webFolder
 */
function prerenderedLoads(webFolder) {
  const folder = join(webFolder, '.pages');
  const pages = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.html')) : [];
  return pages.map((page) => {
    const html = readFileSync(join(folder, page), 'utf8').replace(/<template.*?<\/template>/gs, '');
    const scripts = html.matchAll(/<(?:script[^>]* src|link rel="modulepreload"[^>]* href)="\/([^"]+)"/g);
    const files = new Set([...scripts].map(([, file = '']) => file));
    return { name: 'prerendered pages', kilobytes: prerenderedKilobytes, page, files };
  });
}

/**
 * A shortest path of dynamic imports from the entry to each chunk.
 * @param {Manifest} manifest
 * @returns {string[][]}
 */
function waysFromEntry(manifest) {
  const ways = Object.keys(manifest)
    .filter((key) => manifest[key]?.isEntry)
    .map((key) => [key]);
  const seen = new Set(ways.flat());
  for (const way of ways) {
    for (const next of dynamicImportsOf(manifest, way.at(-1) ?? '')) {
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return ways;
}

/**
 * What a chunk or one of its static imports may load later.
 * @param {Manifest} manifest
 * @param {string} key
 */
function dynamicImportsOf(manifest, key) {
  return [...chunksWithStaticImports(manifest, key)].flatMap((each) => manifest[each]?.dynamicImports ?? []);
}

/**
 * @param {Manifest} manifest
 * @param {string} key
 */
function withStaticImports(manifest, key) {
  return [...chunksWithStaticImports(manifest, key)]
    .flatMap((each) => manifest[each]?.file ?? [])
    .filter(isScript);
}

/**
 * @param {Manifest} manifest
 * @param {string} key
 */
function chunksWithStaticImports(manifest, key) {
  const chunks = new Set([key]);
  for (const each of chunks) for (const next of manifest[each]?.imports ?? []) chunks.add(next);
  return chunks;
}

/** @param {Manifest} manifest */
function scriptsOf(manifest) {
  return [...new Set(Object.values(manifest).map(({ file }) => file))].filter(isScript);
}

/** @param {string} file */
function isScript(file) {
  return file.endsWith('.js');
}

/**
 * @param {string} webFolder
 * @param {Iterable<string>} files
 * @returns {number} kilobytes (1,000 bytes) after gzip
 */
function weighFiles(webFolder, files) {
  return (
    [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(webFolder, file))).length, 0) / 1000
  );
}

/** @param {number} kilobytes */
function show(kilobytes) {
  return `${kilobytes.toFixed(1)} kB`;
}
