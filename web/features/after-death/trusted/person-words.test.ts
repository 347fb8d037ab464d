import { expect, test } from 'vitest';
import { reachStates, type TrustedPerson } from '../../../../shared/after-death/trusted-access.ts';
import { describeReach, describeSaving, describeYourReach } from './person-words.ts';

const leo: TrustedPerson = {
  ...{ id: 'leo', isYou: false, firstName: 'Leo', lastName: 'Alvarez', relationship: 'child' },
  ...{ email: 'leo@example.com', phone: null, mailingAddress: null },
  ...{ reach: 'reached', reachedAt: null, cameBackAt: null, changes: [] },
};

test.each([
  ['not_reached', true, 'Leo gets an email at the new address'],
  ['no_address', true, 'Whatever waits for Leo goes to the new address'],
  ['held', true, 'Until then, nothing goes there.'],
  ['reached', true, 'From now on we write to Leo at this address.'],
  ['nothing_to_do', true, 'From now on we write to Leo at this address.'],
  ['not_reached', false, 'We use this from now on.'],
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

test.each(reachStates)('of themselves, a reader reads in the second person, where it is %s too', (reach) => {
  const words = describeYourReach({ ...leo, isYou: true, reach });
  expect(words).toMatch(/\byou\b/);
  expect(words).not.toMatch(/Leo|has died/);
});
