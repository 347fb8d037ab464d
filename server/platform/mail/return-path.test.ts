import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { isAddress } from './address.ts';
import { bounceLocalPartMax, findReturnPath, type ReturnPathOf, returnPathFor } from './return-path.ts';

const secret = { current: 'one', previous: [], links: 'the first secret of all' };
const bounceAddress = `${'b'.repeat(bounceLocalPartMax)}@long-after.example`;
const one: ReturnPathOf = { kind: 'delivery', id: randomUUID(), attempt: 3 };

test.each<ReturnPathOf>([
  one,
  { kind: 'mail', id: '00000000-0000-0000-0000-000000000000', attempt: 0 },
  { kind: 'delivery', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff', attempt: 32 ** 4 - 1 },
])('a return path is a valid address, and is read back in any case of letters', (of) => {
  const path = returnPathFor(secret, bounceAddress, of);
  expect(isAddress(path)).toBe(true);
  expect(path.indexOf('@')).toBeLessThanOrEqual(64);
  expect(findReturnPath(secret, `To: <${path}>`)).toEqual(of);
  expect(findReturnPath(secret, `Delivered-To: ${path.toUpperCase()}\r\n`)).toEqual(of);
});

test('it outlives a change of the secret', () => {
  const path = returnPathFor(secret, bounceAddress, one);
  expect(findReturnPath({ ...secret, current: 'two', previous: ['one'] }, path)).toEqual(one);
});

test('one that is not signed by us, for exactly this, is not read', () => {
  const path = returnPathFor(secret, bounceAddress, one);
  expect(findReturnPath({ ...secret, links: 'another' }, path)).toBeUndefined();
  const at = path.indexOf('+') + 1;
  for (let index = at; index < path.indexOf('@'); index++) {
    const other = path[index] === '1' ? '2' : '1';
    const forged = path.slice(0, index) + other + path.slice(index + 1);
    // The highest digit of an id has three bits that no id uses.
    const read = findReturnPath(secret, forged);
    if (index > at + 1) expect(read).toBeUndefined();
    else if (read) expect(read).toEqual(one);
  }
});

test('of several the first that is ours counts, among the first twenty', () => {
  const path = returnPathFor(secret, bounceAddress, one);
  const forged = returnPathFor({ ...secret, links: 'another' }, bounceAddress, one);
  expect(findReturnPath(secret, `${forged} ${path}`)).toEqual(one);
  expect(findReturnPath(secret, `${forged} `.repeat(20) + path)).toBeUndefined();
});
