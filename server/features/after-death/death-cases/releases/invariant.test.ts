// Nothing meant for after a death can be seen before the release, whatever happens and in whatever order.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { claim, movedTo, openedBy, reachedAt, row } from '../../../../../test/delivery-rows.ts';
import { anySeed } from '../../../../../test/random-orders.ts';
import { draftFacts } from '../../../../../test/report-facts.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { DeliveryRow } from '../../../delivery/deliveries/deliveries.table.ts';
import { dueAfterRelease } from '../../../delivery/deliveries/plan/plan.ts';
import type { Outcome } from '../../../delivery/deliveries/send/outcome.ts';
import { type DeliveryEvent, nextState } from '../../../delivery/deliveries/state/delivery-state.ts';
import { afterEvent, type CaseFacts, type ReportEvent } from '../death-reports/death-report-state.ts';

const begin = new Date('2030-05-04T12:00:00Z');
const hour = 60;

/** One schedule for one recipient, as in the tables. */
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
  /** How far the clock of the process is ahead of the database's. */
  aheadMinutes: number;
  report: CaseFacts;
  release: { releasedAt: Date; quietDays: number } | null;
  plan: Plan | null;
}

const reported: CaseFacts = {
  ...draftFacts(begin),
  state: 'in_review',
  submittedAt: begin,
  proofReceivedAt: begin,
  notBefore: begin,
  reviewDueAt: begin,
};

/** The earlier of two clocks; undefined while they differ, so that nothing is due. */
const agreed = ({ now, aheadMinutes }: World) => (aheadMinutes === 0 ? now : undefined);

function judge(world: World, event: ReportEvent): World {
  return { ...world, report: { ...world.report, ...afterEvent(world.report, event, world.now) } };
}

/** Models `refreshDueAt`. */
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
  // What is sent is read after the claim; a mark on it says that the release has been revoked since.
  const said =
    delivery.releaseRevokedAt && outcome.kind === 'waiting' ? { kind: 'put-back' as const } : outcome;
  return happen(world, {
    kind: 'attempted',
    claim: { ...claim, attempt: delivery.attemptCount, claimId: `c${delivery.attemptCount}` },
    outcome: said,
    jitter: 0,
  });
}

function claimed(world: World): World {
  const [at, { plan }] = [agreed(world), world];
  const delivery = plan?.delivery;
  if (!at || !plan || !delivery || delivery.status !== 'pending' || delivery.attemptAfter > at) return world;
  const attemptCount = delivery.attemptCount + 1;
  return {
    ...world,
    plan: {
      ...plan,
      delivery: { ...delivery, status: 'sending', attemptCount, claimId: `c${attemptCount}` },
    },
  };
}

const outcomes: Outcome[] = [
  { kind: 'delivered', sentTo: { channel: 'email', address: 'maya@example.com' } },
  { kind: 'later', unknown: true, message: '' },
  { kind: 'later', unknown: false, message: 'busy' },
  { kind: 'waiting', reason: 'bad_address' },
  { kind: 'waiting', reason: 'account_in_arrears' },
  { kind: 'waiting', reason: 'physical_fulfilment' },
];

/** Everything that may happen, by name. */
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
    // Dated letters go on, whether or not the owner is alive.
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
  open: (world) => happen(world, openedBy('maya@example.com')),
  'a new address': (world) => happen(world, movedTo('new@example.com')),
  'staff retry': (world) => happen(world, { kind: 'retry-asked', actor: 'agnes' }),
  'a mail comes back': (world) =>
    happen(world, {
      kind: 'bounced-later',
      address: 'maya@example.com',
      reached: reachedAt('new@example.com'),
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

/** Whether the recipient could see it, or it is on its way to them. */
function isVisible({ plan }: World): boolean {
  const { delivery = null } = plan ?? {};
  return delivery !== null && delivery.releaseRevokedAt === null;
}

test('in a model of everything that may happen: 4,000 orders', () => {
  let seen = 0;
  let taken = 0;
  let objected = 0;
  // Steps towards a release are more frequent, or few orders would reach one.
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
    { seed: anySeed(), numRuns: 4_000 },
  );
  // The property would prove nothing if hardly anything was seen.
  expect(seen).toBeGreaterThan(100);
  expect(taken).toBeGreaterThan(10);
  expect(objected).toBeGreaterThan(100);
});
