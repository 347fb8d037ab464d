import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { guardianDaysAfterDeath } from '../../../../../shared/delivery/guardians.ts';
import type { GapKind, Rehearsal } from '../../../../../shared/delivery/rehearsal.ts';
import type { Attention } from '../../../../../shared/home/attention.ts';
import { birthdayAtAge } from '../../../../../shared/people/guardians.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import {
  createLetter,
  createPerson,
  createRecipient,
  createSchedule,
  type Person,
} from '../../../../../test/factories.ts';
import { dayIn } from '../../../../../test/guardians.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsAbout, sendMailsOf } from '../../../../../test/outbox.ts';
import { deliverDue, releaseOwner } from '../../../../../test/released.ts';
import { seedSchedules } from '../../../../../test/seed.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { deliveryQueue } from '../../deliveries/deliveries.table.ts';
import { sweepGuardians } from '../../deliveries/guardians/guardians.jobs.ts';
import { obstacleOf } from '../../deliveries/send/obstacles.ts';
import { readSnapshots } from '../../deliveries/send/snapshots.ts';
import { readPressing, rehearse } from './rehearsal.ts';

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { services, clock } = testApp;
const { db } = services;
const day = 86_400;

const read = async (owner: Person, as: 'death' | 'years' = 'death') =>
  (await owner.request({ url: `/api/rehearsal?as=${as}` })).json<Rehearsal>();
const attentionOf = async (owner: Person) =>
  (await owner.request({ url: '/api/attention' })).json<Attention>().items;
const inDays = (days: number) => new Date(clock.now().getTime() + days * day * 1000).toISOString();
const approve = (id: string, isApproved: boolean) =>
  db.update(memories).set({ isApproved }).where(eq(memories.id, id));

/** People who differ in what keeps things from reaching them. */
const usual = ['plain', 'texted', 'unreachable', 'declined', 'held', 'minor', 'not theirs'] as const;
/** The last one is reached at their second address, since somebody said that the first is not theirs. */
const kinds = [...usual, 'at the second'] as const;

async function createKind(owner: Person, kind: (typeof kinds)[number]): Promise<string> {
  const contact = {
    texted: { email: null, phone: '+12125550134' },
    unreachable: { email: null, phone: null },
    'at the second': { secondEmail: `second.${crypto.randomUUID()}@example.com` },
  };
  const child =
    kind === 'minor'
      ? {
          birthday: birthdayAtAge(dayIn(testApp, 200), -12),
          guardianId: (await createRecipient(owner, { firstName: 'Daniel' })).id,
        }
      : {};
  const { id, email } = await createRecipient(owner, {
    ...(kind in contact && contact[kind as keyof typeof contact]),
    ...child,
  });
  const at = clock.now();
  const columns = {
    declined: { declinedAt: at },
    held: { heldSince: at },
    'not theirs': { disownedAt: at, disownedAddress: email },
    'at the second': { disownedAt: at, disownedAddress: email },
  };
  if (kind in columns)
    await db
      .update(recipients)
      .set(columns[kind as keyof typeof columns])
      .where(eq(recipients.id, id));
  return id;
}

const plan = fc.record({
  people: fc.uniqueArray(fc.constantFrom(...kinds), { minLength: 1, maxLength: 3 }),
  letters: fc.array(
    fc.record({
      isApproved: fc.boolean(),
      deliveryType: fc.constantFrom('scheduled' as const, 'on_death' as const),
      deliveryMethod: fc.constantFrom('digital' as const, 'physical' as const),
      days: fc.constantFrom(1, 4, 5, 20, 45, 45.5, 400),
      releaseDays: fc.constantFrom(null, 0, 10, 60),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  quietDays: fc.constantFrom(0, 30),
  isPaid: fc.boolean(),
  canText: fc.boolean(),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

async function makeFamily({ people, letters, quietDays, isPaid, canText }: Plan): Promise<Person> {
  services.config.sms = { kind: canText ? 'mailbox' : 'none' };
  const owner = await createPerson(testApp, { plan: 'premium' });
  const paidThrough = isPaid
    ? new Date('2045-01-01T00:00:00Z')
    : new Date(clock.now().getTime() - 40 * day * 1000);
  await db.update(users).set({ quietDays, paidThrough }).where(eq(users.id, owner.user.id));
  const recipientIds: string[] = [];
  for (const kind of people) recipientIds.push(await createKind(owner, kind));
  for (const { isApproved, days, releaseDays, ...letter } of letters) {
    const { id: memoryId } = await createLetter(owner);
    await createSchedule(owner, {
      ...{ memoryId, recipientIds, ...letter, deliveryDate: inDays(days) },
      ...(letter.deliveryType === 'on_death' && { releaseDays }),
    });
    await approve(memoryId, isApproved);
  }
  return owner;
}

/** What has become of everything until now, by schedule and person; leaves out what has not begun. */
async function becameOf({ user }: Person): Promise<Map<string, string>> {
  const rows = await db.select().from(deliveryQueue).where(eq(deliveryQueue.userId, user.id));
  const toPost = rows.filter(({ waitingReason }) => waitingReason === 'physical_fulfilment');
  const snapshots = await readSnapshots(
    services,
    toPost.map(({ id }) => id),
  );
  return new Map(
    rows.map(({ id, scheduleId, recipientId, status, waitingReason, dueAt }) => {
      // Deliveries by post are checked again when staff post them.
      const snapshot = snapshots.get(id);
      const obstacle = snapshot && obstacleOf(snapshot);
      const posted = obstacle?.kind === 'waiting' ? obstacle.reason : waitingReason;
      const reason = status === 'delivered' || posted === 'physical_fulfilment' ? 'goes' : posted;
      return [`${scheduleId} ${recipientId}`, `${dueAt.toISOString()} ${reason}`];
    }),
  );
}

/** The worker has one reason where the rehearsal says what is missing; staff find out that a mailing address is missing. */
const asWorkerSays: Record<string, string> = { no_mailing_address: 'goes', only_phone: 'no_address' };

/** The rehearsal's version of the same: what is due by then. */
function rehearsed({ lines }: Rehearsal, until: Date): Map<string, string> {
  return new Map(
    lines.flatMap(({ scheduleId, recipient, at, reason }) =>
      scheduleId && at && new Date(at) <= until
        ? [[`${scheduleId} ${recipient.id}`, `${at} ${asWorkerSays[reason ?? ''] ?? reason ?? 'goes'}`]]
        : [],
    ),
  );
}

const pressing: readonly GapKind[] = [
  ...(['no_address', 'only_phone', 'no_mailing_address', 'address_does_not_work'] as const),
  ...(['failed', 'arrears', 'not_approved', 'held'] as const),
];

/** The owner's pressing list equals those of the gaps that cannot wait, though it reads less. */
async function expectSameGaps(owner: Person): Promise<void> {
  // Sessions have ended because the clock was advanced.
  const [row] = await db.select().from(users).where(eq(users.id, owner.user.id));
  if (!row) throw new Error('There is no such owner');
  const { gaps } = await rehearse(services, row, { death: null, isWhole: true });
  const items = await readPressing(services, row);
  const byText = (all: readonly object[]) =>
    all.map((each) => JSON.stringify(Object.entries(each).toSorted())).toSorted();
  expect(byText(items)).toEqual(byText(gaps.filter(({ kind }) => pressing.includes(kind))));
}

/** If a guardian has been silent for a week since, it has been sent. */
function afterSilence(became: Map<string, string>, until: Date): Map<string, string> {
  const silentBefore = until.getTime() - (guardianDaysAfterDeath + 1) * day * 1000;
  return new Map(
    [...became].map(([key, what]) => {
      const [at = '', reason] = what.split(' ');
      const isOver = reason === 'held_by_guardian' && Date.parse(at) <= silentBefore;
      return [key, isOver ? `${at} goes` : what];
    }),
  );
}

/** Runs the real sweeps and worker, day by day, for as long as needed. */
async function live(until: Date): Promise<void> {
  while (clock.now() < until) {
    await sweepGuardians(services);
    await sendMailsOf(services, 'guardian-asked');
    await deliverDue(testApp);
    clock.advance(Math.min(day, (until.getTime() - clock.now().getTime()) / 1000));
  }
  await sweepGuardians(services);
  await deliverDue(testApp);
}

describe('a rehearsal of a day equals what the worker does on that day', () => {
  const cases = { numRuns: 7, seed: 20310306 };
  /** Everybody, with one schedule of each kind. */
  const everything: Plan = {
    people: [...kinds],
    letters: [
      { isApproved: true, deliveryType: 'scheduled', deliveryMethod: 'digital', days: 20, releaseDays: null },
      { isApproved: true, deliveryType: 'on_death', deliveryMethod: 'digital', days: 1, releaseDays: 10 },
      { isApproved: true, deliveryType: 'scheduled', deliveryMethod: 'physical', days: 4, releaseDays: null },
      { isApproved: false, deliveryType: 'on_death', deliveryMethod: 'digital', days: 45, releaseDays: null },
    ],
    ...{ quietDays: 30, isPaid: true, canText: true },
  };
  const withoutTexts: Plan = { ...everything, canText: false };
  const atRelease: Plan = {
    ...everything,
    letters: [
      { isApproved: true, deliveryType: 'on_death', deliveryMethod: 'digital', days: 1, releaseDays: null },
    ],
  };
  /** Due before the release, or at the very same instant. */
  const beforeRelease: Plan = {
    ...everything,
    letters: ([4, 5] as const).flatMap((days) =>
      (['digital', 'physical'] as const).map((deliveryMethod) => ({
        ...{ isApproved: true, deliveryType: 'scheduled' as const, deliveryMethod, days, releaseDays: null },
      })),
    ),
  };
  beforeEach(() => clock.set('2031-03-06T15:42:00Z'));

  test('while the owner lives', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(plan, fc.constantFrom(5, 50), async (family, days) => {
        clock.set('2031-03-06T15:42:00Z');
        const owner = await makeFamily(family);
        const until = new Date(clock.now().getTime() + days * day * 1000);
        const expected = rehearsed(await read(owner, 'years'), until);
        await expectSameGaps(owner);
        await live(until);
        expect(await becameOf(owner)).toEqual(expected);
        await expectSameGaps(owner);
      }),
      {
        ...cases,
        examples: [
          [everything, 50],
          [withoutTexts, 50],
        ],
      },
    );
  });

  test('if the owner died today', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(plan, fc.constantFrom(0, 12, 50), async (family, days) => {
        clock.set('2031-03-06T15:42:00Z');
        const owner = await makeFamily(family);
        const rehearsal = await read(owner);
        const releasedAt = new Date(rehearsal.death?.releasedAt ?? 0);
        const until = new Date(releasedAt.getTime() + days * day * 1000);
        await live(releasedAt);
        await releaseOwner(testApp, owner);
        await live(until);
        expect(await becameOf(owner)).toEqual(afterSilence(rehearsed(rehearsal, until), until));
      }),
      {
        ...cases,
        examples: [
          [everything, 50],
          [withoutTexts, 50],
          [atRelease, 0],
          [beforeRelease, 0],
        ],
      },
    );
  });
});

describe('GET /api/rehearsal', () => {
  test('a long plan is listed from its beginning, and counted as a whole', async () => {
    const dueAt = new Date(inDays(300));
    const seeded = { count: 130, dueAt, spacingSeconds: 30 * day, perPerson: 65 };
    const { ownerIds } = await seedSchedules(db, seeded);
    const [row] = await db
      .select()
      .from(users)
      .where(eq(users.id, ownerIds[0] ?? ''));
    if (!row) throw new Error('There is no owner');
    const [some, all] = [
      await rehearse(services, row, { death: null, isWhole: false }),
      await rehearse(services, row, { death: null, isWhole: true }),
    ];
    expect([some.lines.length, some.linesLeft, all.lines.length, all.linesLeft]).toEqual([100, 30, 130, 0]);
    expect(all.lines.slice(0, 100)).toEqual(some.lines);
    expect(some.sums).toEqual(all.sums);
    expect(some).toMatchObject({ gaps: all.gaps, reached: all.reached });
    const last = all.lines.at(-1)?.localDate ?? '';
    expect(some.sums).toMatchObject({
      deliveries: 130,
      people: 2,
      years: { first: 2031, last: Number(last.slice(0, 4)) },
    });
    expect(some.sums.afterGuarantee).toBe(
      all.lines.filter(({ isAfterGuarantee }) => isAfterGuarantee).length,
    );
  });

  beforeEach(() => clock.set('2031-03-06T15:42:00Z'));

  test('401: without a session; 400: as something else', async () => {
    expect((await testApp.app.inject({ url: '/api/rehearsal' })).statusCode).toBe(401);
    const owner = await createPerson(testApp);
    expect((await owner.request({ url: '/api/rehearsal?as=ghost' })).statusCode).toBe(400);
  });

  test('200: nothing left yet', async () => {
    const owner = await createPerson(testApp);
    expect(await read(owner)).toMatchObject({
      ...{ lines: [], reached: [], missed: [], deletedWithDeath: [] },
      gaps: [{ kind: 'no_contact', href: '/recipients' }],
      death: { contact: null, quietDays: 0, quietUntil: null },
      guarantee: { plan: 'free', years: 1, until: '2032-03-06' },
    });
  });

  test('200: who hears and who does not, what is missing, and what the quiet days move', async () => {
    const owner = await createPerson(testApp, { plan: 'premium' });
    await db.update(users).set({ quietDays: 30 }).where(eq(users.id, owner.user.id));
    const maya = await createRecipient(owner, { firstName: 'Maya', trustedContact: true });
    const ana = await createRecipient(owner, { firstName: 'Ana', email: null, phone: null });
    const { id: memoryId, title } = await createLetter(owner);
    await createLetter(owner);
    await approve(memoryId, true);
    const { localDate } = await createSchedule(owner, {
      ...{ memoryId, deliveryDate: inDays(10), recipientIds: [maya.id, ana.id] },
    });
    const { lines, gaps, death, ...rest } = await read(owner);
    expect(rest).toMatchObject({ reached: ['Maya'], missed: ['Ana'] });
    expect(lines).toMatchObject([
      { recipient: { firstName: 'Maya' }, movedFrom: localDate, channel: 'email', reason: null },
      { recipient: { firstName: 'Ana' }, movedFrom: localDate, channel: null, reason: 'no_address' },
    ]);
    expect(lines[0]?.localDate?.slice(0, 10)).toBe(death?.quietUntil);
    expect(gaps.map(({ kind, count }) => [kind, count])).toEqual([
      ['no_address', 1],
      ['contact_not_told', 0],
      ['no_day', 1],
    ]);
    expect(gaps[0]).toMatchObject({
      people: [{ firstName: 'Ana' }],
      things: [{ title }],
      href: `/recipients/${ana.id}?ask=email`,
    });
    expect((await attentionOf(owner)).map(({ kind, reason }) => [kind, reason])).toEqual([
      ['unreachable', 'no_address'],
    ]);
  });

  test('200: the years of a series that are alike are one line', async () => {
    const owner = await createPerson(testApp, { plan: 'premium' });
    const { id: recipientId } = await createRecipient(owner);
    const { id: memoryId } = await createLetter(owner);
    const payload = {
      ...{ recipientIds: [recipientId], month: 2, day: 29, fromYear: 2032, untilYear: 2036 },
      ...{ localTime: '12:00', timezone: 'Europe/Berlin', memoryId },
    };
    expect((await owner.request({ method: 'POST', url: '/api/series', payload })).statusCode).toBe(201);
    const { lines } = await read(owner, 'years');
    expect(lines).toHaveLength(1);
    expect([lines[0]?.localDate, ...(lines[0]?.furtherDates ?? [])]).toEqual([
      ...['2032-02-29', '2033-02-28', '2034-02-28', '2035-02-28', '2036-02-29'],
    ]);
  });

  test('200: in arrears, with the sum; what is after the guarantee; what is deleted, by title only', async () => {
    const owner = await createPerson(testApp, { plan: 'basic' });
    const paidThrough = new Date(clock.now().getTime() - 40 * day * 1000);
    await db.update(users).set({ paidThrough }).where(eq(users.id, owner.user.id));
    const { id: recipientId } = await createRecipient(owner);
    const { id: memoryId } = await createLetter(owner);
    const { id: deleted, title } = await createLetter(owner);
    await owner.request({
      method: 'PATCH',
      url: `/api/memories/${deleted}`,
      payload: { deleteOnDeath: true },
    });
    await createSchedule(owner, { memoryId, deliveryDate: inDays(4_000), recipientIds: [recipientId] });
    const { gaps, lines, deletedWithDeath } = await read(owner, 'years');
    expect(gaps.map(({ kind }) => kind)).toEqual(['arrears', 'after_guarantee', 'no_contact']);
    expect(gaps[0]?.amount).toBeGreaterThan(0);
    expect(lines).toMatchObject([{ reason: 'account_in_arrears', isAfterGuarantee: true }]);
    expect(deletedWithDeath).toEqual([{ id: deleted, title }]);
  });
});

describe('POST /api/rehearsal/send', () => {
  beforeEach(() => clock.set('2031-03-06T15:42:00Z'));

  async function planned() {
    const owner = await createPerson(testApp);
    const { id: recipientId, email } = await createRecipient(owner, { firstName: 'Maya' });
    const { id: memoryId } = await createLetter(owner);
    const { id: scheduleId } = await createSchedule(owner, {
      ...{ memoryId, deliveryDate: inDays(10), recipientIds: [recipientId] },
    });
    return { owner, email, memoryId, payload: { scheduleId, recipientId } };
  }
  const url = '/api/rehearsal/send';

  test('202: to the owner alone, marked as a rehearsal, and nothing counts as delivered', async () => {
    const { owner, email, memoryId, payload } = await planned();
    const answer = await owner.request({ method: 'POST', url, payload });
    expect([answer.statusCode, answer.json()]).toEqual([202, { to: owner.user.email }]);
    await sendMailsAbout(services, payload.scheduleId);
    const [mail] = await mailTo(services, owner.user.email);
    expect(mail?.subject).toBe('Rehearsal: Ruth left a letter for you');
    expect(mail?.text).toContain('This is a rehearsal.');
    expect(mail?.text).toContain('Dear Maya,');
    expect(mail?.text).toContain(`/preview/${memoryId}?for=${payload.recipientId}`);
    expect(mail?.text).not.toContain('/received/');
    expect(await mailTo(services, email ?? '')).toEqual([]);
    const { scheduleId } = payload;
    expect(await db.$count(deliveryQueue, eq(deliveryQueue.scheduleId, scheduleId))).toBe(0);
  });

  test('what travels in one message is one rehearsal, with the subject and the list that are sent', async () => {
    const { owner, email, payload } = await planned();
    const { recipientId } = payload;
    for (const _ of [1, 2]) {
      const { id: memoryId } = await createLetter(owner);
      await createSchedule(owner, { memoryId, deliveryDate: inDays(10), recipientIds: [recipientId] });
    }
    const { id: memoryId } = await createLetter(owner);
    await createSchedule(owner, { memoryId, deliveryDate: inDays(11), recipientIds: [recipientId] });
    await owner.request({ method: 'POST', url, payload });
    await sendMailsAbout(services, payload.scheduleId);
    const [rehearsal] = await mailTo(services, owner.user.email);
    clock.advance(10 * day);
    await deliverDue(testApp);
    const [sent] = await mailTo(services, email ?? '');
    expect(sent?.subject).toBe('Ruth left three things for you');
    expect(rehearsal?.subject).toBe(`Rehearsal: ${sent?.subject}`);
    const listed = (text = '') => text.split('\n').filter((line) => /^\W*a letter$/.test(line)).length;
    expect([listed(rehearsal?.text), listed(sent?.text)]).toEqual([3, 3]);
  });

  test('after a death only the first message tells of it', async () => {
    const { owner, payload } = await planned();
    const later = async (releaseDays: number) => {
      const { id: memoryId } = await createLetter(owner);
      const about = { memoryId, deliveryType: 'on_death', releaseDays, recipientIds: [payload.recipientId] };
      const { id: scheduleId } = await createSchedule(owner, { ...about, deliveryDate: inDays(1) });
      await owner.request({ method: 'POST', url, payload: { ...payload, scheduleId } });
      await sendMailsAbout(services, scheduleId);
      return (await mailTo(services, owner.user.email))[0]?.subject;
    };
    expect(await later(5)).toBe('Rehearsal: About Ruth Alvarez');
    expect(await later(30)).toBe('Rehearsal: A letter that Ruth Alvarez kept for you');
  });

  test('404: somebody else’s plan, or a person who is not on it', async () => {
    const [one, other] = [await planned(), await planned()];
    const asked = async (payload: object) =>
      (await one.owner.request({ method: 'POST', url, payload })).statusCode;
    expect(await asked(other.payload)).toBe(404);
    expect(await asked({ ...one.payload, recipientId: other.payload.recipientId })).toBe(404);
  });
});

describe('GET /api/attention', () => {
  test('says what the rehearsal says', async () => {
    const owner = await makeFamily({
      people: ['unreachable', 'held', 'not theirs'],
      letters: [
        {
          isApproved: false,
          deliveryType: 'scheduled',
          deliveryMethod: 'digital',
          days: 4,
          releaseDays: null,
        },
        {
          isApproved: true,
          deliveryType: 'scheduled',
          deliveryMethod: 'physical',
          days: 4,
          releaseDays: null,
        },
      ],
      ...{ quietDays: 0, isPaid: true, canText: true },
    });
    const { gaps } = await read(owner, 'years');
    const items = await attentionOf(owner);
    expect(items.length).toBeGreaterThan(2);
    for (const { kind: _, reason, ...item } of items) expect(gaps).toContainEqual({ ...item, kind: reason });
    expect(items.map(({ kind }) => kind)).toEqual(
      items
        .map(({ kind }) => kind)
        .toSorted()
        .toReversed(),
    );
  });
});
