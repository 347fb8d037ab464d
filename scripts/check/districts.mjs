/**
 * The districts of the product, from the top floor down. A district may import itself and the floors below it; districts
 * on the same floor do not import each other. ARCHITECTURE.md has a drawing of this.
 */
const floors = [
  ['home'],
  ['data-rights'],
  ['staff'],
  ['after-death'],
  ['delivery'],
  ['store', 'care', 'keepsakes'],
  ['memories'],
  ['people'],
  ['billing'],
  ['accounts'],
  ['outbox'],
  ['system'],
];

/**
 * @param {string} path
 * @returns {string | undefined} such as `delivery`; undefined for files outside of districts
 */
export function districtOf(path) {
  return /^(?:(?:server|web)\/features|shared)\/([^/]+)\//.exec(path)?.[1];
}

/**
 * @param {string} from a file
 * @param {string} to the file that it imports
 * @returns {string | undefined} why it may not import it
 */
export function refusalBetweenDistricts(from, to) {
  const [above, below] = [districtOf(from), districtOf(to)];
  if (!below) return undefined;
  if (!above) return isPlain(from) ? `shared/ outside a district may not import ${below}` : undefined;
  if (above === below) return undefined;
  const [fromFloor, toFloor] = [floorOf(above), floorOf(below)];
  if (fromFloor === -1 || toFloor === -1) return `there is no district ${fromFloor === -1 ? above : below}`;
  return fromFloor < toFloor ? undefined : `${above} may not import ${below}, which is not below it`;
}

/** @param {string} district */
function floorOf(district) {
  return floors.findIndex((floor) => floor.includes(district));
}

/** Code that all districts share may not import any of them. @param {string} path */
function isPlain(path) {
  return /^shared\/[^/]+$/.test(path);
}
