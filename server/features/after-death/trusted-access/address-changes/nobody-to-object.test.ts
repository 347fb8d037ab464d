import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import {
  changesOfPerson,
  correctAddress,
  decide,
  noticesOf,
  tellOfChange,
} from '../../../../../test/address-changes.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { createStaff } from '../../../../../test/factories.ts';
import { lettersTo } from '../../../../../test/mailbox.ts';
import { deliverDue, leave } from '../../../../../test/released.ts';
import { endWindow, reportedOwner } from '../../../../../test/trusted-access.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { deliveryQueue } from '../../../delivery/deliveries/deliveries.table.ts';
import { startDueSchedules } from '../../../delivery/deliveries/start/start.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { holdUnheard } from './hold-unheard.ts';

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { services, clock } = testApp;
const { db } = services;
const days = 24 * 3600;

type Entry = Record<string, unknown>;
const inés = `ines.${v7()}@example.com`;
const withTag = (tag: string) => inés.replace('@', `+${tag}@`);

/** After a release: Inés is the first trusted contact, and there is a letter for Nora. */
async function released(nora: Entry, ...others: Entry[]) {
  const scene = await reportedOwner(testApp, [{ firstName: 'Nora', email: null, ...nora }, ...others]);
  const [contact, person] = scene.recipients.map((each) => requireFound(each));
  if (!contact || !person) throw new Error('Somebody is missing');
  await db.update(recipients).set({ email: inés }).where(eq(recipients.id, contact.id));
  await leave(testApp, { ...scene, recipients: [person] });
  await endWindow(testApp, scene.reportId);
  return { ...scene, nora: person };
}

async function redirected(nora: Entry, ...others: Entry[]) {
  const scene = await released(nora, ...others);
  const thief = `thief.${v7()}@example.org`;
  expect((await correctAddress(testApp, scene, scene.nora.id, { email: thief })).statusCode).toBe(200);
  const change = requireFound((await changesOfPerson(testApp, scene.nora.id))[0]);
  return { ...scene, thief, change };
}

const jonas = () => ({ firstName: 'Jonas', trustedContact: true, email: `jonas.${v7()}@example.com` });

test.each<[string, Entry, Entry[]]>([
  ['no address was known', {}, []],
  [
    'only a postal address was known: a letter takes longer than the wait',
    { mailingAddress: '1 Elm St' },
    [],
  ],
  ['the address before is the same mailbox', { email: withTag('nora') }, []],
  ['the other contact is the same mailbox', {}, [{ ...jonas(), email: withTag('jonas') }]],
  ['the other contact cannot be reached', {}, [{ ...jonas(), email: null }]],
])(
  'security 71: of a change by a contact nobody else can be told, since %s: staff decide',
  async (_why, nora, others) => {
    const { thief, change, nora: person } = await redirected(nora, ...others);
    expect(change).toMatchObject({ state: 'proposed', inForceFrom: null });
    const [entry] = await db.select().from(recipients).where(eq(recipients.id, person.id));
    expect(entry?.email).toBe(person.email);
    clock.advance(7 * days);
    await deliverDue(testApp);
    expect(await lettersTo(services, thief)).toBe(0);
  },
);

test('nor of one for somebody whose address is known not to work', async () => {
  const scene = await released({ email: `nora.${v7()}@example.com` });
  await startDueSchedules(services);
  await db
    .update(deliveryQueue)
    .set({ failedAddresses: [scene.nora.email ?? ''] })
    .where(eq(deliveryQueue.recipientId, scene.nora.id));
  await correctAddress(testApp, scene, scene.nora.id, { email: 'thief.two@example.org' });
  expect(await changesOfPerson(testApp, scene.nora.id)).toMatchObject([{ state: 'proposed' }]);
});

test('nor of one for somebody at whose address somebody else is reached, as they have said', async () => {
  const scene = await released({ email: `nora.${v7()}@example.com` });
  await startDueSchedules(services);
  const isNora = eq(recipients.id, scene.nora.id);
  await db
    .update(recipients)
    .set({ disownedAt: clock.now(), disownedAddress: scene.nora.email })
    .where(isNora);
  await correctAddress(testApp, scene, scene.nora.id, { email: 'thief.three@example.org' });
  expect(await changesOfPerson(testApp, scene.nora.id)).toMatchObject([{ state: 'proposed' }]);
});

test('once staff have confirmed it, it is used after the wait', async () => {
  const { thief, change } = await redirected({});
  const staff = await createStaff(testApp);
  expect((await decide(staff, change.id, 'confirm')).json()).toMatchObject({ state: 'waiting' });
  clock.advance(2 * days - 1);
  await deliverDue(testApp);
  expect(await lettersTo(services, thief)).toBe(0);
  clock.advance(1);
  await deliverDue(testApp);
  expect(await lettersTo(services, thief)).toBe(1);
});

test.each<[string, Entry, Entry[]]>([
  ['at the address before', { email: `nora.${v7()}@example.com` }, []],
  ['as another contact', {}, [jonas()]],
])(
  'of a change by a contact somebody else is told %s: it is made, and waits',
  async (_where, nora, others) => {
    const { change } = await redirected(nora, ...others);
    expect(change.state).toBe('made');
    expect(await noticesOf(testApp, change.id)).toHaveLength(1);
  },
);

/** What happens to the message about a change: an address accepts nothing, or what it accepted comes back. */
async function refuse(changeId: string, address: string, outcome: 'refused' | 'came back'): Promise<void> {
  const notice = requireFound((await noticesOf(testApp, changeId)).find((each) => each.address === address));
  if (outcome === 'came back') await tellOfChange(testApp, changeId);
  const fault = { lastFault: 'mailbox' as const, lastAnswer: '550 No such user here' };
  await db
    .update(outboxMails)
    .set(outcome === 'refused' ? { ...fault, failedAt: clock.now() } : fault)
    .where(eq(outboxMails.subjectId, notice.id));
}

test.each(['refused', 'came back'] as const)(
  'security 71: if every message about a change %s, nobody has heard of it: it is held until staff have found out',
  async (outcome) => {
    const email = `nora.${v7()}@example.com`;
    const jonasEmail = `jonas.${v7()}@example.com`;
    const { change, thief, nora } = await redirected({ email }, { ...jonas(), email: jonasEmail });
    await refuse(change.id, email, outcome);
    await holdUnheard(services);
    expect((await changesOfPerson(testApp, nora.id))[0]?.disputedAt).toBeNull();
    await refuse(change.id, jonasEmail, outcome);
    await holdUnheard(services);
    clock.advance(30 * days);
    await deliverDue(testApp);
    expect(await lettersTo(services, thief)).toBe(0);
    const staff = await createStaff(testApp);
    expect((await decide(staff, change.id, 'settle', { outcome: 'right' })).json().state).toBe('waiting');
    await holdUnheard(services);
    clock.advance(2 * days);
    await deliverDue(testApp);
    expect(await lettersTo(services, thief)).toBe(1);
  },
);
