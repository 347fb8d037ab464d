import { expect, test } from 'vitest';
import { reachStates, type TrustedPerson } from '../../../../shared/after-death/trusted-access.ts';
import { describeReach, describeSaved, describeSaving, describeYourReach } from './person-words.ts';

const leo: TrustedPerson = {
  ...{ id: 'leo', isYou: false, firstName: 'Leo', lastName: 'Alvarez', relationship: 'child' },
  ...{
    email: 'leo@example.com',
    secondEmail: null,
    phone: null,
    mailingAddress: null,
    addressWaitsUntil: null,
  },
  ...{ reach: 'reached', reachedAt: null, cameBackAt: null, changes: [] },
};

test.each([
  ['not_reached', true, 'Nothing goes to Leo for some days'],
  ['no_address', true, 'Whatever waits for Leo goes to the new address'],
  ['held', true, 'Until then, nothing goes there.'],
  ['reached', true, 'Leo and the other trusted contacts hear of it.'],
  ['nothing_to_do', true, 'Nothing goes to Leo for some days'],
  ['not_reached', false, 'Nothing goes to Leo for some days'],
] as const)(
  'where it is %s (new email: %s), saving promises no more than it does',
  (reach, isNewEmail, words) => {
    expect(describeSaving({ ...leo, reach }, { isChanged: true, isNewEmail })).toContain(words);
  },
);

test('while nothing was changed, only what an address would bring is said', () => {
  const unchanged = { isChanged: false, isNewEmail: false };
  expect(describeSaving(leo, unchanged)).toBeUndefined();
  expect(describeSaving({ ...leo, reach: 'no_address' }, unchanged)).toContain('Whatever waits for Leo');
});

test('how things stand names the address that came back, and never what is to come', () => {
  expect(describeReach({ ...leo, reach: 'not_reached', cameBackAt: '2031-03-13T12:00:00Z' })).toBe(
    'The email to leo@example.com came back on 13 March 2031.',
  );
  expect(describeReach({ ...leo, reach: 'nothing_to_do' })).toBe('There is nothing to do for Leo now.');
  expect(describeReach({ ...leo, reach: 'held' })).toBe(
    'Nothing goes to Leo for now, because we were asked to wait.',
  );
});

test('what waits for a changed address says until when, as long as that is to come', () => {
  const waits = { ...leo, reach: 'waits' } as const;
  expect(describeReach({ ...waits, addressWaitsUntil: '2999-03-13T12:00:00Z' })).toMatch(
    /^Something for Leo waits until .*13 March 2999.*, because their address was changed\. You need not do anything\.$/,
  );
  expect(describeReach({ ...waits, addressWaitsUntil: '2001-03-13T12:00:00Z' })).toContain(
    'until we have seen to it here',
  );
});

test.each(reachStates)('of themselves, a reader reads in the second person, where it is %s too', (reach) => {
  const words = describeYourReach({ ...leo, isYou: true, reach });
  expect(words).toMatch(/\byou\b/);
  expect(words).not.toMatch(/Leo|has died/);
});

test('what was saved says until when nothing goes there, and of another contact that nothing is changed yet', () => {
  const wanted = {
    email: 'leo.new@example.com',
    secondEmail: null,
    phone: '+12125550134',
    mailingAddress: null,
  };
  const saved = { ...leo, ...wanted, phone: '+1 212 555 0134', addressWaitsUntil: '2031-03-13T12:00:00Z' };
  expect(describeSaved(wanted, saved)).toMatch(/^Saved\. From .*13 March 2031.* nothing goes to Leo\.$/);
  expect(describeSaved(wanted, leo)).toContain('Nothing is changed yet');
});
