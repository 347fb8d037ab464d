import { describe, expect, test } from 'vitest';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { findAddressee, isAddressedTo } from './addressee.ts';

const person = (firstName: string, lastName: string, relationship: Recipient['relationship'] = 'child') =>
  ({ id: `${firstName} ${lastName}`, firstName, lastName, relationship }) as Recipient;
const maya = person('Maya', 'Alvarez');
const leo = person('Leo', 'Alvarez');
const ana = person('Ana', 'Silva', 'friend');

describe('the person to whom a memory is addressed (its "To")', () => {
  test('is the one of that name', () => {
    expect(findAddressee('Maya Alvarez', [leo, maya])).toBe(maya);
  });

  test('is nobody for a group, another name, or a name that two people have', () => {
    for (const to of ['children', 'Maya', 'Grandma']) expect(findAddressee(to, [leo, maya])).toBeUndefined();
    expect(findAddressee('Maya Alvarez', [maya, { ...maya, id: 'another' }])).toBeUndefined();
  });
});

test.each([
  ['Maya Alvarez', [maya], true],
  ['Maya', [maya], true],
  ['Maya Alvarez', [leo], false],
  ['Maya Alvarez', [maya, leo], false],
  ['Maya Brown', [maya], false],
  ['Maya and Leo', [maya, leo], true],
  ['Maya and Leo', [maya], false],
  ['Grandma', [ana], false],
  ['children', [maya, leo], true],
  ['children', [maya, ana], false],
  ['friends', [ana], true],
  ['family', [maya], true],
])('"To: %s" and these people agree, or differ: %#', (to, people, agrees) => {
  expect(isAddressedTo(to, people)).toBe(agrees);
});
