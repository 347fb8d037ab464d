/** Like files, features depend on each other in one direction only: features in a circle are one feature in several folders. */
import { featureOf } from './layers.mjs';
import { isTest } from './source-files.mjs';

/** @typedef {Map<string, Map<string, string>>} FeatureGraph for each feature, the features that it imports, with one import as an example */

/**
 * @param {import('./imports.mjs').ImportGraph} graph
 * @returns {string[]} one sentence for each circle
 */
export function findFeatureCircles(graph) {
  const features = readFeatureGraph(graph);
  return circlesIn(features).map((circle) => describe(circle, features));
}

/**
 * How many features there are, and how many imports there are between them. ARCHITECTURE.md states both.
 * @param {import('./imports.mjs').ImportGraph} graph
 * @returns {string}
 */
export function countFeatures(graph) {
  const features = [...readFeatureGraph(graph)];
  return ['server', 'web']
    .map((side) => {
      const some = features.filter(([feature]) => feature.startsWith(`${side}/features/`));
      const arrows = some.reduce((sum, [, to]) => sum + to.size, 0);
      return `${side}: ${some.length} features, ${arrows} imports between them`;
    })
    .join('; ');
}

/**
 * @param {import('./imports.mjs').ImportGraph} graph
 * @returns {FeatureGraph}
 */
function readFeatureGraph(graph) {
  /** @type {FeatureGraph} */
  const features = new Map();
  for (const [file, imports] of graph) {
    const from = featureOf(file);
    if (!from || isTest(file)) continue;
    const arrows = features.get(from) ?? new Map();
    features.set(from, arrows);
    for (const { path = '' } of imports) {
      const to = featureOf(path);
      if (to && to !== from && !arrows.has(to)) arrows.set(to, `${file} imports ${path}`);
    }
  }
  return features;
}

/**
 * The features that import each other, directly or not: the strongly connected components of the graph.
 * @param {FeatureGraph} features
 * @returns {string[][]}
 */
function circlesIn(features) {
  const reach = new Map([...features.keys()].map((feature) => [feature, reachedFrom(feature, features)]));
  const circles = [...reach]
    .filter(([feature, reached]) => reached.has(feature))
    .map(([feature, reached]) => [...reached].filter((other) => reach.get(other)?.has(feature)).sort());
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()];
}

/**
 * @param {string} feature
 * @param {FeatureGraph} features
 * @returns {Set<string>} all features that it imports, directly or indirectly; itself only if it is in a circle
 */
function reachedFrom(feature, features) {
  /** @type {Set<string>} */
  const reached = new Set();
  const open = [feature];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const to of features.get(next)?.keys() ?? []) {
      if (!reached.has(to)) open.push(to);
      reached.add(to);
    }
  }
  return reached;
}

/**
 * @param {string[]} circle
 * @param {FeatureGraph} features
 */
function describe(circle, features) {
  const arrows = circle.flatMap((from) =>
    [...(features.get(from) ?? [])].filter(([to]) => circle.includes(to)).map(([, example]) => example),
  );
  return `${circle.join(', ')} import each other: ${arrows.join('; ')}`;
}
