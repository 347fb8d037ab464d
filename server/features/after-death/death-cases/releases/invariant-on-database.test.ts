// Nothing meant for after a death can be seen before the release, whatever happens and in whatever order.
import { and, eq, isNull } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TrustedPage } from '../../../../../shared/after-death/trusted-access.ts';
import { createTestClock, startTestApp, type TestClock } from '../../../../../test/app.ts';
import { reportRow } from '../../../../../test/death-reports.ts';
import { createStaff, goodPassword } from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { anySeed } from '../../../../../test/random-orders.ts';
import { createOwner, deliverDue, leave } from '../../../../../test/released.ts';
import { approve, beginWindow, endWindow, tokenOf } from '../../../../../test/trusted-access.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import { sessions } from '../../../accounts/auth/sessions/sessions.table.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { deliveryQueue, schedules } from '../../../delivery/deliveries/deliveries.table.ts';
import { deliveryToken } from '../../../delivery/deliveries/message/message.ts';
import { findDifferences } from '../../../delivery/deliveries/reconcile.ts';
import { recipients as entries } from '../../../people/recipients/recipients.table.ts';
import { findReleaseDifferences } from './reconcile.ts';
import { releases } from './releases.table.ts';

const begin = new Date('2030-05-04T12:00:00Z');
const hour = 60;

const steps = [
  'release',
  'window',
  'window ends',
  'contact answers',
  'contact corrects',
  'revoke',
  'sweep',
  'an hour',
  'differ',
  'agree',
  'thirty days',
  'dated',
  'for death',
  'edit',
  'cancel',
  'leave',
  'plan',
] as const;
type Step = (typeof steps)[number];

const step = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom<Step>('release', 'window', 'contact answers', 'sweep', 'revoke') },
  { weight: 1, arbitrary: fc.constantFrom(...steps) },
);

test('on the database, by the verbs and routes themselves: 36 orders', async () => {
  const clock: TestClock = createTestClock(begin);
  const testApp = await startTestApp({ clock });
  const { app, services } = testApp;
  const { db } = services;
  const staff = await createStaff(testApp);
  let undone = 0;
  let closed = 0;
  let objected = 0;
  let corrected = 0;
  let waited = 0;

  async function expectHidden(userId: string, address: string, wasReleased: boolean) {
    const [owner] = await db.select().from(users).where(eq(users.id, userId));
    const rows = await db
      .select({ delivery: deliveryQueue, type: schedules.deliveryType })
      .from(deliveryQueue)
      .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
      .where(eq(schedules.userId, userId));
    const forDeath = rows.filter(({ type }) => type === 'on_death');
    if (owner?.memorialisedAt === null) {
      for (const { delivery } of forDeath) {
        const cover = await app.inject({ url: `/api/received/${deliveryToken(services, delivery.id)}` });
        expect(cover.json()).toMatchObject({ closed: true });
        closed += 1;
      }
    }
    const dated = rows.length - forDeath.length;
    if (!wasReleased) expect((await mailTo(services, address)).length).toBeLessThanOrEqual(dated);
  }

  /** While a new address is on hold, nothing has been sent to it. */
  async function expectNothingThereYet(personId: string) {
    const [entry] = await db.select().from(entries).where(eq(entries.id, personId));
    if (!entry?.addressWaitsUntil || entry.addressWaitsUntil <= clock.now()) return;
    const letters = (await mailTo(services, entry.email ?? '')).filter(({ text }) =>
      text.includes('/received/'),
    );
    expect(letters).toEqual([]);
    waited += 1;
  }

  async function live(order: readonly Step[]) {
    const left = await createOwner(testApp, [{}, { trustedContact: true }]);
    const { owner, memoryId, recipients } = left;
    const [person, contact] = recipients;
    if (!person || !contact) throw new Error('There is nobody');
    let wasReleased = false;
    let reportId: string | undefined;
    const stateNow = async () => reportId && (await reportRow(testApp, { id: reportId })).state;
    const link = () => `/api/trusted/${reportId ? tokenOf(testApp, reportId, contact) : ''}`;
    const forPerson = { ...left, recipients: [person] };
    let last = await leave(testApp, forPerson);
    const patch = (payload: object) =>
      owner.request({ method: 'PATCH', url: `/api/schedules/${last.id}`, payload });
    const isOurs = and(eq(releases.userId, owner.user.id), isNull(releases.revokedAt));
    const later = () => minutesAfter(clock.now(), hour).toISOString();
    const acts: Record<Step, () => Promise<unknown>> = {
      window: async () => {
        const state = await stateNow();
        if (reportId && state === 'stopped') await approve(testApp, reportId);
        if (state === undefined || state === 'revoked') reportId = await beginWindow(testApp, owner);
      },
      'window ends': async () => {
        const state = await stateNow();
        const ended = reportId && (await endWindow(testApp, reportId).catch(() => undefined));
        // Whatever a contact has said before, nothing is released until staff begin another window.
        if (state !== 'objection_window') expect(ended).toBeUndefined();
        wasReleased ||= ended !== undefined;
      },
      release: async () => {
        await acts.window();
        await acts['window ends']();
      },
      'contact answers': async () => {
        const state = await stateNow();
        const payload = { answer: 'wait' };
        await app.inject({ method: 'POST', url: `${link()}/answer`, payload });
        if (state !== 'objection_window') return;
        expect(await stateNow()).toBe('stopped');
        objected += 1;
      },
      'contact corrects': async () => {
        const shown = (await app.inject({ url: link() }))
          .json<TrustedPage>()
          .people?.find(({ id }) => id === person.id);
        if (!shown) return;
        const { email, phone, mailingAddress } = shown;
        const seen = { email, phone, mailingAddress };
        const payload = { ...seen, email: `${corrected++}.${person.email}`, seen };
        const answer = await app.inject({ method: 'PUT', url: `${link()}/people/${person.id}`, payload });
        expect(answer.statusCode).toBe(200);
      },
      revoke: async () => {
        const [release] = await db.select().from(releases).where(isOurs);
        const url = `/api/admin/releases/${release?.id}/revoke`;
        if (!release) return;
        const answer = await staff.request({ method: 'POST', url, payload: { reason: 'A mistake' } });
        expect(answer.statusCode).toBe(200);
        undone += 1;
        const payload = { email: owner.user.email, password: goodPassword };
        const signedIn = await app.inject({ method: 'POST', url: '/api/auth/login', payload });
        owner.token = signedIn.json<{ token: string }>().token;
      },
      sweep: () => deliverDue(testApp),
      'an hour': async () => clock.advance(3600),
      differ: async () => clock.differ(400 * 24 * 3600),
      agree: async () => clock.differ(0),
      'thirty days': () => patch({ releaseDays: 30 }),
      dated: () => patch({ deliveryType: 'scheduled', deliveryDate: later() }),
      'for death': () => patch({ deliveryType: 'on_death', deliveryDate: later() }),
      edit: () =>
        owner.request({
          method: 'PATCH',
          url: `/api/memories/${memoryId}`,
          payload: { content: 'Other words' },
        }),
      cancel: () => owner.request({ method: 'DELETE', url: `/api/schedules/${last.id}` }),
      leave: async () => {
        last = await leave(testApp, forPerson).catch(() => last);
      },
      plan: () => db.update(users).set({ subscriptionPlan: 'premium' }).where(eq(users.id, owner.user.id)),
    };
    for (const each of order) {
      await acts[each]();
      clock.advance(1);
      await db.update(sessions).set({ lastUsedAt: clock.now(), createdAt: clock.now() });
      await expectHidden(owner.user.id, person.email ?? '', wasReleased);
      await expectNothingThereYet(person.id);
    }
    clock.differ(0);
    clock.advance(60);
    await deliverDue(testApp);
    expect([...(await findDifferences(db, clock.now())), ...(await findReleaseDifferences(db))]).toEqual([]);
  }

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), live),
    // First the orders that are known to matter, then random ones.
    {
      seed: anySeed(),
      numRuns: 36,
      endOnFailure: true,
      examples: [
        [['release', 'sweep', 'revoke', 'an hour', 'an hour', 'sweep', 'release', 'sweep']],
        [['differ', 'release', 'sweep', 'agree', 'release', 'revoke', 'sweep']],
        [
          [
            'window',
            'contact answers',
            'window ends',
            'sweep',
            'release',
            'contact corrects',
            'sweep',
            'revoke',
          ],
        ],
        [['thirty days', 'release', 'sweep', 'revoke', 'cancel', 'leave', 'sweep']],
      ],
    },
  );
  // The property would prove nothing if these hardly ever happened.
  expect([undone > 3, closed > 3, objected > 3, corrected > 0, waited > 0]).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
});
