import { expect, test } from 'vitest';
import { mergePeople, type Telling } from './merge-people.ts';

const telling = (changes: Partial<Telling>): Telling => ({
  recipientId: null,
  firstName: 'Maya',
  email: null,
  phone: null,
  sentTo: null,
  role: 'recipient',
  onItsWay: null,
  ...changes,
});

const byEmail = (address: string) => ({ channel: 'email' as const, address });
const byText = (address: string) => ({ channel: 'text' as const, address });

test('contact, recipient and reporter are one person where the record or the address is the same', () => {
  const people = mergePeople([
    telling({ recipientId: 'r1', email: 'Maya@Example.com', sentTo: byEmail('maya@example.com') }),
    telling({ recipientId: 'r1', role: 'contact', email: 'Maya@Example.com' }),
    telling({ role: 'reporter', firstName: 'Maya Alvarez', email: 'MAYA@example.com' }),
    telling({ recipientId: 'r2', firstName: 'Sam', email: 'sam@example.com' }),
  ]);
  expect(people).toEqual([
    {
      contact: byEmail('maya@example.com'),
      firstNames: ['Maya'],
      roles: ['recipient', 'contact', 'reporter'],
      onItsWay: [],
    },
    { contact: byEmail('sam@example.com'), firstNames: ['Sam'], roles: ['recipient'], onItsWay: [] },
  ]);
});

test('two who share a mailbox are written to together, and one who links two groups joins them', () => {
  const people = mergePeople([
    telling({ recipientId: 'a', firstName: 'Ana', email: 'one@example.com' }),
    telling({ recipientId: 'b', firstName: 'Ben', phone: '+15550100' }),
    telling({ recipientId: 'c', firstName: 'Cy', email: 'one@example.com', phone: '+15550100' }),
  ]);
  expect(people).toMatchObject([{ contact: byEmail('one@example.com'), firstNames: ['Ana', 'Ben', 'Cy'] }]);
});

test.each([
  [
    'where it was sent, rather than where they are reached now',
    { sentTo: byEmail('old@example.com'), email: 'new@example.com' },
    byEmail('old@example.com'),
  ],
  [
    'an email rather than a text message',
    { sentTo: byText('+15550100'), email: 'maya@example.com' },
    byEmail('maya@example.com'),
  ],
  ['a phone where there is no email', { phone: '+15550100' }, byText('+15550100')],
  ['nowhere', {}, null],
])('the address: %s', (_name, changes, contact) => {
  expect(mergePeople([telling(changes)])[0]?.contact).toEqual(contact);
});

test('what is still on its way counts only where nothing has left', () => {
  const onItsWay = { deliveryId: 'd1' };
  const leaving = telling({ recipientId: 'r1', email: 'maya@example.com', onItsWay });
  expect(mergePeople([leaving])).toMatchObject([{ roles: ['recipient'], onItsWay: [onItsWay] }]);
  const contact = telling({ recipientId: 'r1', role: 'contact', email: 'maya@example.com' });
  expect(mergePeople([leaving, contact])).toMatchObject([{ roles: ['contact'], onItsWay: [] }]);
});
