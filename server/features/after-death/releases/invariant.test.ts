// Nothing that is for after a death can be seen before the release: whatever happens, in whatever order.
import { and, eq, isNull } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TrustedPage } from '../../../../shared/after-death/trusted-access.ts';
import { createTestClock, startTestApp, type TestClock } from '../../../../test/app.ts';
import { reportRow } from '../../../../test/death-reports.ts';
import { claim, row } from '../../../../test/delivery-rows.ts';
import { createStaff, goodPassword } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { createOwner, deliverDue, leave } from '../../../../test/released.ts';
import { approve, beginWindow, endWindow, tokenOf } from '../../../../test/trusted-access.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import { users } from '../../accounts/accounts/accounts.table.ts';
import { sessions } from '../../accounts/sessions/sessions.table.ts';
import { type DeliveryRow, deliveryQueue } from '../../delivery/deliveries/deliveries.table.ts';
import { type DeliveryEvent, nextState } from '../../delivery/deliveries/delivery-state.ts';
import { deliveryToken } from '../../delivery/deliveries/links.ts';
import { findDifferences } from '../../delivery/deliveries/reconcile.ts';
import type { Outcome } from '../../delivery/deliveries/send-delivery.ts';
import { dueAfterRelease } from '../../delivery/schedules/release-times.ts';
import { schedules } from '../../delivery/schedules/schedules.table.ts';
import { afterEvent, type Judged, type ReportEvent } from '../death-reports/death-report-state.ts';
import { findReleaseDifferences } from './reconcile.ts';
import { releases } from './releases.table.ts';

const begin = new Date('2030-05-04T12:00:00Z');
const hour = 60;

/** One schedule to one person, as the tables hold it. */
interface Plan {
  deliveryType: 'scheduled' | 'on_death';
  deliveryDate: Date;
  releaseDays: number | null;
  localTime: string;
  timezone: string;
  dueAt: Date | null;
  startedAt: Date | null;
  delivery: DeliveryRow | null;
}

interface World {
  now: Date;
  /** By how much the clock of the process differs from the database's. */
  aheadMinutes: number;
  report: Judged;
  release: { releasedAt: Date; quietDays: number } | null;
  plan: Plan | null;
}

const reported: Judged = {
  state: 'in_review',
  userId: 'ruth',
  round: 1,
  confirmedAt: begin,
  submittedAt: begin,
  proofReceivedAt: begin,
  reviewDueAt: begin,
  verifiedAt: null,
  objectionEndsAt: null,
  nextAskAt: null,
  askCount: 0,
  stoppedAt: null,
  stoppedBy: null,
  signSetAsideAt: null,
  rejectedAt: null,
  rejectedBy: null,
  rejectionNote: null,
  releasedAt: null,
  revokedAt: null,
};

/** The earlier of two clocks; undefined while they differ, so that nothing is due. */
const agreed = ({ now, aheadMinutes }: World) => (aheadMinutes === 0 ? now : undefined);

function judge(world: World, event: ReportEvent): World {
  return { ...world, report: { ...world.report, ...afterEvent(world.report, event, world.now) } };
}

/** What `refreshDueAt` does. */
function refreshed({ plan, release, ...world }: World): World {
  if (!plan || plan.startedAt) return { ...world, plan, release };
  const undated = plan.deliveryType === 'on_death' ? null : plan.deliveryDate;
  return { ...world, release, plan: { ...plan, dueAt: release ? dueAfterRelease(plan, release) : undated } };
}

function happen(world: World, event: DeliveryEvent): World {
  const { plan } = world;
  const next = plan?.delivery && nextState(plan.delivery, event, world.now);
  return plan && next ? { ...world, plan: { ...plan, delivery: next.after } } : world;
}

function changed(world: World, change: Partial<Plan>): World {
  const { plan } = world;
  return plan && !plan.startedAt ? refreshed({ ...world, plan: { ...plan, ...change } }) : world;
}

function started(world: World): World {
  const [at, { plan }] = [agreed(world), world];
  if (!at || !plan?.dueAt || plan.startedAt || plan.dueAt > at) return world;
  const { dueAt } = plan;
  const begun = { ...world, plan: { ...plan, startedAt: at } };
  if (plan.delivery) return happen(begun, { kind: 'started-again', dueAt });
  return { ...begun, plan: { ...begun.plan, delivery: { ...row, dueAt, attemptAfter: at, sweepAt: at } } };
}

function attempted(world: World, outcome: Outcome): World {
  const { plan } = world;
  const delivery = plan?.delivery;
  if (!plan || delivery?.status !== 'sending') return world;
  // What is sent was read after the claim; a mark says that the release was revoked since.
  const said =
    delivery.releaseRevokedAt && outcome.kind === 'waiting' ? { kind: 'put-back' as const } : outcome;
  return happen(world, {
    kind: 'attempted',
    claim: { ...claim, attempt: delivery.attemptCount },
    outcome: said,
    jitter: 0,
  });
}

function claimed(world: World): World {
  const [at, { plan }] = [agreed(world), world];
  const delivery = plan?.delivery;
  if (!at || !plan || !delivery || delivery.status !== 'pending' || delivery.attemptAfter > at) return world;
  const attemptCount = delivery.attemptCount + 1;
  return { ...world, plan: { ...plan, delivery: { ...delivery, status: 'sending', attemptCount } } };
}

const outcomes: Outcome[] = [
  { kind: 'delivered', sentTo: 'maya@example.com' },
  { kind: 'later', unknown: true, message: '' },
  { kind: 'later', unknown: false, message: 'busy' },
  { kind: 'waiting', reason: 'bad_address' },
  { kind: 'waiting', reason: 'account_in_arrears' },
  { kind: 'waiting', reason: 'physical_fulfilment' },
];

/** Everything that may happen, by its name. */
const acts: Record<string, (world: World) => World> = {
  approve: (world) =>
    judge(world, { kind: 'approved', isEnough: true, objectionEndsAt: minutesAfter(world.now, 72 * hour) }),
  'sign in': (world) => (world.release ? world : judge(world, { kind: 'sign-of-life', by: 'sign_in' })),
  'a contact asks to wait': (world) => judge(world, { kind: 'sign-of-life', by: 'contact_wait' }),
  'a contact says alive': (world) => judge(world, { kind: 'sign-of-life', by: 'contact_alive' }),
  reject: (world) => judge(world, { kind: 'rejected', by: 'agnes', note: '' }),
  'another report': (world) =>
    ['closed', 'rejected', 'revoked'].includes(world.report.state) ? { ...world, report: reported } : world,
  'the window ends': (world) => {
    if (!agreed(world)) return world;
    const asked = { ...world, report: { ...world.report, nextAskAt: null } };
    const after = judge(asked, { kind: 'window-ended' });
    const isReleased = after.report.state === 'released' && world.report.state !== 'released';
    return isReleased ? refreshed({ ...after, release: { releasedAt: world.now, quietDays: 7 } }) : asked;
  },
  revoke: (world) => {
    if (!world.release) return world;
    const closed = happen(judge(world, { kind: 'release-revoked' }), {
      kind: 'release-revoked',
      actor: 'agnes',
    });
    const { plan } = closed;
    const isForDeath = plan?.deliveryType === 'on_death';
    // What is dated goes on, whoever lives.
    if (plan && !isForDeath) return refreshed({ ...world, report: closed.report, release: null });
    return refreshed({ ...closed, release: null, plan: plan && { ...plan, startedAt: null, dueAt: null } });
  },
  'an hour passes': (world) => ({ ...world, now: minutesAfter(world.now, hour) }),
  'four days pass': (world) => ({ ...world, now: minutesAfter(world.now, 96 * hour) }),
  'the clock of the process jumps': (world) => ({ ...world, aheadMinutes: 400 * 24 * hour }),
  'the clock is mended': (world) => ({ ...world, aheadMinutes: 0 }),
  'leave again': (world) => (world.plan ? world : refreshed({ ...world, plan: newPlan(world.now) })),
  'make it dated': (world) =>
    world.release
      ? world
      : changed(world, { deliveryType: 'scheduled', deliveryDate: minutesAfter(world.now, hour) }),
  'make it for after the death': (world) =>
    world.release ? world : changed(world, { deliveryType: 'on_death', deliveryDate: world.now }),
  'thirty days after': (world) => (world.release ? world : changed(world, { releaseDays: 30 })),
  delete: (world) => (world.release || world.plan?.startedAt ? world : { ...world, plan: null }),
  sweep: started,
  claim: claimed,
  ...Object.fromEntries(
    outcomes.map((outcome) => [
      `attempt: ${JSON.stringify(outcome)}`,
      (world: World) => attempted(world, outcome),
    ]),
  ),
  open: (world) => happen(world, { kind: 'opened', address: 'maya@example.com' }),
  'a new address': (world) => happen(world, { kind: 'address-changed' }),
  'staff retry': (world) => happen(world, { kind: 'retry-asked', actor: 'agnes' }),
  'a mail comes back': (world) =>
    happen(world, {
      kind: 'bounced-later',
      address: 'maya@example.com',
      current: 'new@example.com',
      message: '',
    }),
  'a payment': (world) => refreshed(happen(world, { kind: 'account-paid' })),
  'staff post it': (world) => happen(world, { kind: 'posted', actor: 'agnes', address: '1 Harbour Road' }),
  'it comes back': (world) => happen(world, { kind: 'post-returned', actor: 'agnes' }),
  'it arrives': (world) => happen(world, { kind: 'post-arrived', actor: 'agnes' }),
  'a restart': (world) => refreshed(world),
};

function newPlan(now: Date): Plan {
  const place = { localTime: '12:00', timezone: 'America/New_York' };
  const plan = { deliveryType: 'on_death' as const, deliveryDate: now, releaseDays: null, ...place };
  return { ...plan, dueAt: null, startedAt: null, delivery: null };
}

/** Could its recipient see it, or is it on its way to them? */
function isVisible({ plan }: World): boolean {
  const { delivery = null } = plan ?? {};
  return delivery !== null && delivery.releaseRevokedAt === null;
}

test('in a model of everything that may happen: 4,000 orders', () => {
  let seen = 0;
  let taken = 0;
  let objected = 0;
  // Towards a release more often than away from it, or few orders would come to one.
  const towards = ['approve', 'four days pass', 'the window ends', 'sweep', 'claim', 'the clock is mended'];
  const name = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...towards) },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(acts)) },
  );
  fc.assert(
    fc.property(fc.array(name, { minLength: 10, maxLength: 50 }), (names) => {
      let world: World = {
        now: begin,
        aheadMinutes: 0,
        report: reported,
        release: null,
        plan: newPlan(begin),
      };
      let wasVisible = false;
      for (const each of names) {
        const { state } = world.report;
        world = acts[each]?.(world) ?? world;
        if (each.startsWith('a contact') && state === 'objection_window') {
          expect(world.report.state).toBe('stopped');
          objected += 1;
        }
        expect(world.release !== null).toBe(world.report.state === 'released');
        if (world.plan?.deliveryType !== 'on_death') continue;
        if (world.release === null) {
          expect(isVisible(world)).toBe(false);
          expect([world.plan.dueAt, world.plan.startedAt]).toEqual([null, null]);
          if (wasVisible) taken += 1;
        }
        wasVisible = isVisible(world);
        if (wasVisible) seen += 1;
      }
    }),
    { numRuns: 4_000 },
  );
  // A property of what never happens would prove nothing.
  expect(seen).toBeGreaterThan(100);
  expect(taken).toBeGreaterThan(10);
  expect(objected).toBeGreaterThan(100);
});

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
        // Whatever a contact has said before, nothing is released until staff have begun another window.
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
    }
    clock.differ(0);
    clock.advance(60);
    await deliverDue(testApp);
    expect([...(await findDifferences(db, clock.now())), ...(await findReleaseDifferences(db))]).toEqual([]);
  }

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), live),
    // Orders that are known to matter, then any.
    {
      numRuns: 36,
      endOnFailure: true,
      examples: [
        [['release', 'sweep', 'revoke', 'sweep', 'release', 'sweep']],
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
  // A property of what never happens would prove nothing.
  expect([undone > 3, closed > 3, objected > 3, corrected > 0]).toEqual([true, true, true, true]);
});
