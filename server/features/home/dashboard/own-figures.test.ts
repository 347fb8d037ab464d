import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { OwnFigures } from '../../../../shared/home/own-figures.ts';
import { createTestClock, startTestApp, type TestApp } from '../../../../test/app.ts';
import {
  createLetter,
  createPerson,
  createPhoto,
  createRecipient,
  type Person,
} from '../../../../test/factories.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { releaseWishes } from '../../after-death/release-wishes/release-wishes.table.ts';
import { memoryOpenings } from '../../memories/memories/memories.table.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ clock: createTestClock('2030-03-01T12:00:00Z') });
});

async function figuresOf(person: Person): Promise<OwnFigures> {
  const answer = await person.request({ url: '/api/user/figures' });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

const setOwner = (person: Person, columns: Partial<typeof users.$inferInsert>) =>
  testApp.services.db.update(users).set(columns).where(eq(users.id, person.user.id));

test('a new account has nothing, whatever others have', async () => {
  await createPhoto(await createPerson(testApp));
  expect(await figuresOf(await createPerson(testApp, { timezone: 'America/New_York' }))).toEqual({
    timezone: 'America/New_York',
    files: { files: 0, bytes: 0, whole: 0, checkedAt: null },
    memories: 0,
    letters: 0,
    opened: { memories: 0, lastAt: null },
    firstDay: '2030-03-04',
    tellers: [],
    reports: { count: 0, lastAt: null },
    payment: { isFree: true, paidThrough: null, due: 0 },
    people: { count: 0, unreachable: [] },
  });
});

test('what is kept, and each memory that staff have opened once', async () => {
  const person = await createPerson(testApp);
  const photo = await createPhoto(person);
  await createLetter(person);
  const [first, last] = [new Date('2030-02-01T12:00:00Z'), new Date('2030-02-20T12:00:00Z')];
  const opening = { memoryId: photo.id, revision: 1, userId: person.user.id, openedBy: person.user.id };
  await testApp.services.db
    .insert(memoryOpenings)
    .values([first, last].map((at) => ({ ...opening, reason: 'A page in it', openedAt: at, expiresAt: at })));
  const { files, memories, letters, opened } = await figuresOf(person);
  expect(files).toMatchObject({ files: 1, whole: 1 });
  expect([memories, letters]).toEqual([2, 1]);
  expect(opened).toEqual({ memories: 1, lastAt: last.toISOString() });
});

test('the first day is never before the longer time to object and the quiet days that the owner chose', async () => {
  const person = await createPerson(testApp, { timezone: 'America/New_York' });
  await setOwner(person, { quietDays: 10 });
  expect((await figuresOf(person)).firstDay).toBe('2030-03-14');
  const now = testApp.clock.now();
  await testApp.services.db
    .insert(releaseWishes)
    .values({ userId: person.user.id, objectionDays: 14, updatedAt: now });
  expect((await figuresOf(person)).firstDay).toBe('2030-03-25');
});

test('what is due, and until when it is paid', async () => {
  const person = await createPerson(testApp, { plan: 'basic' });
  const paidThrough = new Date('2030-09-24T12:00:00Z');
  await setOwner(person, { paidThrough, subscriptionStartDate: new Date('2030-02-24T12:00:00Z') });
  expect((await figuresOf(person)).payment).toEqual({
    isFree: false,
    paidThrough: paidThrough.toISOString(),
    due: 0,
  });
  await setOwner(person, { paidThrough: new Date('2030-02-24T12:00:00Z') });
  expect((await figuresOf(person)).payment).toMatchObject({ isFree: false, due: 20 });
});

test('whom nothing reaches: without an address, but not whoever has died or gets post', async () => {
  const person = await createPerson(testApp);
  await createRecipient(person, { trustedContact: true, firstName: 'Inés' });
  const ana = await createRecipient(person, { firstName: 'Ana', email: null });
  const leo = await createRecipient(person, { firstName: 'Leo', email: null });
  await createRecipient(person, { firstName: 'Tom', email: null, mailingAddress: '1 Low Road, Ely' });
  await person.request({ method: 'POST', url: `/api/recipients/${leo.id}/death`, payload: {} });
  const before = await figuresOf(person);
  expect(before.people).toEqual({ count: 3, unreachable: [{ id: ana.id, firstName: 'Ana' }] });
  expect(before.tellers).toEqual([]);
  await testApp.services.db.update(recipients).set({ trustedContactToldAt: testApp.clock.now() });
  expect((await figuresOf(person)).tellers).toEqual(['Inés']);
});
