import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caseStates } from '../../../../../shared/after-death/staff-death-reports.ts';
import { draftFacts } from '../../../../../test/report-facts.ts';
import { minutesAfter, secondsAfter } from '../../../../platform/clock.ts';
import { askIn, endIfAskedAt, lateSeconds, nextQuestionAt, toDetails } from './deadlines.ts';
import { afterEvent, type CaseFacts, isAliveAfterRelease, type ReportEvent } from './death-report-state.ts';

const now = new Date('2031-03-06T10:00:00Z');
const hours = (count: number) => minutesAfter(now, count * 60);

const draft = draftFacts(now);

const arrival = { reviewDueAt: hours(48), objectionHours: 72 };
const events = {
  'submitted with proof': { kind: 'submitted', hasProof: true, ...arrival },
  'submitted without': { kind: 'submitted', hasProof: false, ...arrival },
  'proof received': { kind: 'proof-received', ...arrival },
  'first of two approvals': { kind: 'approved', isEnough: false, objectionEndsAt: hours(72) },
  'enough approvals': { kind: 'approved', isEnough: true, objectionEndsAt: hours(72) },
  rejected: { kind: 'rejected', by: 'agnes', note: 'Of somebody else' },
  answered: { kind: 'answered' },
  'signed in': { kind: 'sign-of-life', by: 'sign_in' },
  'contact asks to wait': { kind: 'sign-of-life', by: 'contact_wait' },
  'stopped by staff': { kind: 'stopped-by-staff' },
  asked: { kind: 'asked', lateSeconds: 0 },
  'asked late': { kind: 'question-sent', ask: { dueAt: hours(-5), endsAt: hours(0) } },
  'sign set aside': { kind: 'sign-set-aside' },
  'database restored': { kind: 'database-restored', objectionEndsAt: hours(72) },
  'window ended': { kind: 'window-ended' },
  'release revoked': { kind: 'release-revoked' },
} as const satisfies Record<string, ReportEvent>;

/** The state that each event leads to from each state; an event that is not listed changes nothing. */
const table: Record<CaseFacts['state'], Partial<Record<keyof typeof events, CaseFacts['state']>>> = {
  draft: { 'submitted with proof': 'in_review', 'submitted without': 'awaiting_proof' },
  awaiting_proof: { 'proof received': 'in_review', rejected: 'rejected', 'signed in': 'closed' },
  in_review: {
    'proof received': 'in_review',
    'enough approvals': 'objection_window',
    rejected: 'rejected',
    'signed in': 'closed',
  },
  objection_window: {
    'signed in': 'stopped',
    'contact asks to wait': 'stopped',
    'stopped by staff': 'stopped',
    asked: 'objection_window',
    'asked late': 'objection_window',
    'database restored': 'objection_window',
    'window ended': 'released',
  },
  stopped: {
    'enough approvals': 'objection_window',
    rejected: 'rejected',
    'signed in': 'stopped',
    'contact asks to wait': 'stopped',
  },
  released: { 'signed in': 'released', 'contact asks to wait': 'released', 'release revoked': 'revoked' },
  revoked: {},
  rejected: { 'proof received': 'in_review', answered: 'rejected' },
  closed: { 'proof received': 'closed', answered: 'closed' },
};

const inState = (state: CaseFacts['state']): CaseFacts => ({
  ...draft,
  state,
  ...(['in_review', 'rejected', 'closed'].includes(state) && { proofReceivedAt: now, reviewDueAt: now }),
  ...(state === 'objection_window' && { objectionEndsAt: now }),
});

describe('the table of states', () => {
  test.each(caseStates)('%s', (state) => {
    const became = Object.entries(events).flatMap(([name, event]) => {
      const changes = afterEvent(inState(state), event, now);
      return changes ? [[name, changes.state ?? state]] : [];
    });
    expect(Object.fromEntries(became)).toEqual(table[state]);
  });
});

test('security 60: nothing is sent before the address is confirmed, approved without an account, or released without one', () => {
  const unconfirmed = { ...draft, confirmedAt: null };
  expect(afterEvent(unconfirmed, events['submitted with proof'], now)).toBeUndefined();
  const unknown = { ...inState('in_review'), userId: null };
  expect(afterEvent(unknown, events['enough approvals'], now)).toBeUndefined();
  expect(
    afterEvent({ ...inState('objection_window'), userId: null }, events['window ended'], now),
  ).toBeUndefined();
});

test('a sign of life after the release counts until it is set aside, and another one counts again', () => {
  const released: CaseFacts = { ...inState('released'), releasedAt: now };
  const after = (report: CaseFacts, event: ReportEvent, at: Date): CaseFacts => ({
    ...report,
    ...afterEvent(report, event, at),
  });
  const signed = after(released, events['signed in'], hours(1));
  const setAside = after(signed, events['sign set aside'], hours(2));
  expect([released, signed, setAside].map(isAliveAfterRelease)).toEqual([false, true, false]);
  expect(afterEvent(setAside, events['sign set aside'], hours(3))).toBeUndefined();
  expect(isAliveAfterRelease(after(setAside, events['signed in'], hours(3)))).toBe(true);
});

test('what a trusted contact says does not take the place of what the owner said', () => {
  const open: CaseFacts = { ...inState('objection_window'), objectionEndsAt: hours(20) };
  const released: CaseFacts = { ...inState('released'), releasedAt: now };
  for (const [before, after] of [
    [open, { state: 'stopped', stoppedBy: 'sign_in', stoppedAt: hours(1), round: 3 }],
    [released, { state: 'released', stoppedBy: 'sign_in', stoppedAt: hours(2) }],
  ] as const) {
    const signed: CaseFacts = { ...before, ...afterEvent(before, events['signed in'], hours(1)) };
    const doubted = afterEvent(signed, events['contact asks to wait'], hours(2));
    expect({ ...signed, ...doubted }).toMatchObject(after);
  }
  const waits: CaseFacts = { ...open, ...afterEvent(open, events['contact asks to wait'], now) };
  expect(afterEvent(waits, events['signed in'], now)).toMatchObject({ stoppedBy: 'sign_in' });
});

test('a window ends neither before its time nor while a message of it is to be written', () => {
  const open = { ...inState('objection_window'), objectionEndsAt: secondsAfter(now, 1) };
  expect(afterEvent(open, events['window ended'], now)).toBeUndefined();
  expect(afterEvent({ ...open, nextAskAt: now }, events['window ended'], hours(1))).toBeUndefined();
  expect(afterEvent(open, events['window ended'], hours(1))).toMatchObject({ state: 'released' });
});

test('hours in which nobody could be asked are added to the window', () => {
  const open = { ...inState('objection_window'), objectionEndsAt: hours(20) };
  const late = afterEvent(open, { kind: 'asked', lateSeconds: 36_000 }, now);
  expect(late).toMatchObject({ objectionEndsAt: hours(30), askCount: 1 });
  expect(lateSeconds(now, minutesAfter(now, 59))).toBe(0);
  expect(lateSeconds(now, hours(5))).toBe(5 * 3600);
});

test('a message of the last day that is written late is not written again a moment later', () => {
  const dueAt = new Date(now.getTime() - 2 * 3600_000 - 300);
  const open = {
    ...inState('objection_window'),
    nextAskAt: dueAt,
    objectionEndsAt: secondsAfter(dueAt, 6 * 3600),
  };
  const late = afterEvent(open, { kind: 'asked', lateSeconds: lateSeconds(dueAt, now) }, now);
  expect(late?.nextAskAt).toEqual(secondsAfter(dueAt, 2 * 3600 + 1 + 3 * 3600));
});

test('a message that leaves late leaves the time that was planned to answer it, once', () => {
  const ask = { dueAt: now, endsAt: hours(24) };
  expect(askIn(toDetails(ask))).toEqual(ask);
  expect(endIfAskedAt(ask, minutesAfter(now, 60))).toBeUndefined();
  expect(endIfAskedAt(ask, hours(30))).toEqual(hours(54));
  const open = { ...inState('objection_window'), objectionEndsAt: hours(24) };
  expect(afterEvent(open, { kind: 'question-sent', ask }, minutesAfter(now, 60))).toBeUndefined();
  const changes = afterEvent(open, { kind: 'question-sent', ask }, hours(30));
  expect(changes).toEqual({ objectionEndsAt: hours(54), notBefore: hours(54), nextAskAt: hours(42) });
  expect(afterEvent({ ...open, ...changes }, { kind: 'question-sent', ask }, hours(30))).toBeUndefined();
});

test('messages come every day, and closer in the last one', () => {
  const asks: number[] = [];
  for (let at: Date | null = now; at; at = nextQuestionAt(at, hours(72)))
    asks.push((at.getTime() - now.getTime()) / 3_600_000);
  expect(asks).toEqual([0, 24, 48, 60, 66, 69, 71]);
});

type EventName = keyof typeof events;

/** One step in the life of a report: an event or a sweep, and how many minutes later it comes. */
const step = fc.record({
  name: fc.oneof(
    { weight: 9, arbitrary: fc.constant('sweep' as const) },
    { weight: 2, arbitrary: fc.constantFrom<EventName>('submitted with proof', 'enough approvals') },
    { weight: 1, arbitrary: fc.constantFrom(...(Object.keys(events) as EventName[])) },
  ),
  minutes: fc.oneof({ weight: 1, arbitrary: fc.nat(30 * 60) }, { weight: 3, arbitrary: fc.nat(600) }),
});

/** Asks the owner if it is time to, then ends the window if it may end. */
function sweep(report: CaseFacts, at: Date): CaseFacts {
  const isToAsk = report.nextAskAt !== null && report.nextAskAt <= at;
  const late = isToAsk && report.nextAskAt ? lateSeconds(report.nextAskAt, at) : 0;
  const asked = isToAsk
    ? { ...report, ...afterEvent(report, { kind: 'asked', lateSeconds: late }, at) }
    : report;
  return { ...asked, ...afterEvent(asked, events['window ended'], at) };
}

function happen(report: CaseFacts, name: EventName | 'sweep', at: Date): CaseFacts {
  if (name === 'sweep') return sweep(report, at);
  // Only the sweep asks, and no message can be late before the sweep has written the first one.
  const isAsked = report.nextAskAt?.getTime() !== report.verifiedAt?.getTime();
  if (name === 'asked' || (name === 'asked late' && !isAsked)) return report;
  const event: ReportEvent =
    name === 'enough approvals' || name === 'database restored'
      ? { ...events[name], objectionEndsAt: minutesAfter(at, 72 * 60) }
      : events[name];
  return { ...report, ...afterEvent(report, event, at) };
}

describe('whatever happens in whatever order', () => {
  test('a release was approved, asked about to the end, and nobody objected in all of its window', () => {
    let releases = 0;
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60, minLength: 30 }),
        fc.boolean(),
        fc.boolean(),
        (steps, hasAccount, isSent) => {
          const begun = { ...draft, userId: hasAccount ? 'ruth' : null };
          let report: CaseFacts = isSent ? happen(begun, 'submitted with proof', now) : begun;
          let at = now;
          let opened: { at: Date; askCount: number } | undefined;
          for (const { name, minutes } of steps) {
            at = minutesAfter(at, minutes);
            const before = report;
            report = happen(report, name, at);
            const isBegun = before.state !== 'objection_window' || name === 'database restored';
            if (report.state === 'objection_window' && isBegun) opened = { at, askCount: report.askCount };
            else if (report.state === 'released' && before.state !== 'released') {
              releases += 1;
              expect([hasAccount, before.state]).toEqual([true, 'objection_window']);
              expect(at.getTime() - (opened?.at.getTime() ?? at.getTime())).toBeGreaterThanOrEqual(
                72 * 3_600_000,
              );
              expect(report.askCount - (opened?.askCount ?? 0)).toBeGreaterThanOrEqual(3);
            } else if (report.state !== 'objection_window') opened = undefined;
          }
          expect(['released', 'revoked'].includes(report.state)).toBe(report.releasedAt !== null);
        },
      ),
      { numRuns: 5_000 },
    );
    // The property would prove nothing if there were hardly any releases.
    expect(releases).toBeGreaterThan(100);
  });

  test('every report that a proof came with waits for a person, for time, or has ended', () => {
    const ended = ['rejected', 'closed', 'released', 'revoked'];
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let report = happen(draft, 'submitted with proof', now);
        let at = now;
        for (const { name, minutes } of steps) {
          at = minutesAfter(at, minutes);
          report = happen(report, name, at);
          const waits =
            ['awaiting_proof', 'in_review', 'stopped'].includes(report.state) ||
            (report.state === 'objection_window' && report.objectionEndsAt !== null);
          expect(waits || ended.includes(report.state)).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
