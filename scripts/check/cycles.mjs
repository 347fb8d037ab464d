/**
 * Circles of imports, each named once by a shortest way around.
 * @param {import('./imports.mjs').ImportGraph} graph
 * @returns {string[]} such as `a.ts → b.ts → a.ts`
 */
export function findCycles(graph) {
  const reported = new Set();
  const cycles = [];
  for (const file of graph.keys()) {
    if (reported.has(file)) continue;
    const circle = shortestWayBack(graph, file);
    if (!circle) continue;
    for (const member of circle) reported.add(member);
    cycles.push([...circle, file].join(' → '));
  }
  return cycles;
}

/**
 * Breadth first from the file's imports until the file itself turns up.
 * @param {import('./imports.mjs').ImportGraph} graph
 * @param {string} start
 * @returns {string[] | undefined} the files of the circle, the start first
 */
function shortestWayBack(graph, start) {
  /** @type {Map<string, string>} */
  const reachedFrom = new Map();
  const queue = [start];
  for (const file of queue) {
    for (const { path } of graph.get(file) ?? []) {
      if (path === start) return wayTo(file, reachedFrom);
      if (!path || !graph.has(path) || reachedFrom.has(path)) continue;
      reachedFrom.set(path, file);
      queue.push(path);
    }
  }
  return undefined;
}

/**
 * @param {string} file
 * @param {Map<string, string>} reachedFrom
 */
function wayTo(file, reachedFrom) {
  const way = [file];
  for (let before = reachedFrom.get(file); before !== undefined; before = reachedFrom.get(before))
    way.unshift(before);
  return way;
}
