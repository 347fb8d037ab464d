import { describe, expect, test } from 'vitest';
import type { Recipient } from '../../../../../../shared/people/recipients.ts';
import { findAddressee, isAddressedTo, tickedFirst } from './addressee.ts';

const person = (firstName: string, lastName: string) =>
  ({ id: `${firstName} ${lastName}`, firstName, lastName }) as Recipient;
const maya = person('Maya', 'Alvarez');
const leo = person('Leo', 'Alvarez');
const another = { ...maya, id: 'another' };
const ana = person('Ana', 'Silva');

const to = (recipient: string, recipientId: string | null = null) => ({ recipient, recipientId });

describe('the person to whom a memory is addressed (its "To")', () => {
  test('is the one of that name', () => {
    expect(findAddressee(to('Maya Alvarez'), [leo, maya])).toBe(maya);
  });

  test('is the one who was chosen, though two have that name, or theirs has changed', () => {
    expect(findAddressee(to('Maya Alvarez', another.id), [maya, another])).toBe(another);
    expect(findAddressee(to('Maya Paz', maya.id), [maya, leo])).toBe(maya);
    expect(findAddressee(to('Maya Alvarez', 'removed'), [leo, maya])).toBe(maya);
  });

  test('is nobody for a group, another name, or a name that two people have', () => {
    for (const name of ['children', 'Maya', 'Grandma'])
      expect(findAddressee(to(name), [leo, maya])).toBeUndefined();
    expect(findAddressee(to('Maya Alvarez'), [maya, another])).toBeUndefined();
  });
});

test.each([
  ['Maya Alvarez', [maya], true],
  ['Maya', [maya], true],
  ['Maya Alvarez', [leo], false],
  ['Maya Alvarez', [maya, leo], true],
  ['Maya Brown', [maya], false],
  ['Maya and Leo', [maya, leo], true],
  ['Maya and Leo', [maya], false],
  ['Grandma', [ana], false],
  ['children', [maya, leo], true],
  ['children', [maya, ana], true],
])('"To: %s" and these people agree, or differ: %#', (to, people, agrees) => {
  expect(isAddressedTo(to, people)).toBe(agrees);
});

test('whoever is ticked when the form opens stands first, the others as in the address book', () => {
  const people = ['Ada', 'Bo', 'Cleo', 'Dora'].map((id) => ({ id }));
  expect(tickedFirst(people, ['Dora', 'Bo']).map(({ id }) => id)).toEqual(['Bo', 'Dora', 'Ada', 'Cleo']);
});
