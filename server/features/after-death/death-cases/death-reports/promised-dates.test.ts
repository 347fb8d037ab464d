// Promises to a reporter are kept: "not before" only ever moves later, and nothing is released before it.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draftFacts } from '../../../../../test/report-facts.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import { lateSeconds } from './deadlines.ts';
import { afterEvent, type CaseFacts, isBeingRead, type ReportEvent } from './death-report-state.ts';

const begin = new Date('2031-03-03T15:00:00Z');
const objectionHours = 24;
const hours = (count: number) => count * 60;

const draft = draftFacts(begin);

/** What may happen. The number is random each time, and stands for example for the hours that the owner chose for the window. */
const happenings: Record<string, (report: CaseFacts, at: Date, number: number) => ReportEvent | undefined> = {
  proof: (_, at) => ({ kind: 'proof-received', reviewDueAt: minutesAfter(at, hours(48)), objectionHours }),
  approved: (_, at, number) => {
    const chosen = objectionHours + (number % (number < 8000 ? 72 : 696));
    return { kind: 'approved', isEnough: true, objectionEndsAt: minutesAfter(at, hours(chosen)) };
  },
  'signs in': () => ({ kind: 'sign-of-life', by: 'sign_in' }),
  'asks to wait': () => ({ kind: 'sign-of-life', by: 'contact_wait' }),
  rejected: () => ({ kind: 'rejected', by: 'agnes', note: null }),
  answered: () => ({ kind: 'answered' }),
  'a message leaves late': ({ objectionEndsAt }, at, number) => {
    if (!objectionEndsAt) return undefined;
    const ask = {
      dueAt: minutesAfter(at, -(number % 500)),
      endsAt: minutesAfter(objectionEndsAt, -(number % 300)),
    };
    return { kind: 'question-sent', ask };
  },
  sweep: ({ nextAskAt }, at) =>
    nextAskAt && nextAskAt <= at
      ? { kind: 'asked', lateSeconds: lateSeconds(nextAskAt, at) }
      : { kind: 'window-ended' },
};

const step = fc.record({
  name: fc.oneof(
    { weight: 8, arbitrary: fc.constant('sweep') },
    { weight: 2, arbitrary: fc.constant('approved') },
    { weight: 2, arbitrary: fc.constantFrom(...Object.keys(happenings)) },
  ),
  /** When deliveries are held or the worker is away, time passes without a sweep. */
  minutes: fc.oneof(fc.nat(hours(2)), fc.nat(hours(30)), fc.nat(hours(200))),
  number: fc.nat(10_000),
});

test('"not before" never becomes earlier, nothing is released before it, and no answer comes before its day', () => {
  let [releases, again, answers] = [0, 0, 0];
  fc.assert(
    fc.property(fc.array(step, { minLength: 40, maxLength: 80 }), fc.boolean(), (steps, hasProof) => {
      const arrival = { hasProof, reviewDueAt: minutesAfter(begin, hours(48)), objectionHours };
      let report: CaseFacts = { ...draft, ...afterEvent(draft, { kind: 'submitted', ...arrival }, begin) };
      let at = begin;
      for (const { name, minutes, number } of steps) {
        at = minutesAfter(at, minutes);
        const before = report;
        const event = happenings[name]?.(before, at, number);
        report = event ? { ...before, ...afterEvent(before, event, at) } : before;
        const [was, is] = [
          before.notBefore?.getTime() ?? Number.NaN,
          report.notBefore?.getTime() ?? Number.NaN,
        ];
        expect(is).toBeGreaterThanOrEqual(was);
        if (report.state === 'objection_window') expect(report.objectionEndsAt).toEqual(report.notBefore);
        if (report.state === 'objection_window' && before.state === 'stopped') again += 1;
        if (report.state === 'released' && before.state !== 'released') {
          releases += 1;
          expect(at.getTime()).toBeGreaterThanOrEqual(is);
        }
        const isAnswered = isBeingRead(before) && !isBeingRead(report) && report.state !== 'objection_window';
        if (isAnswered && report.reviewDueAt) {
          answers += 1;
          expect(at.getTime()).toBeGreaterThanOrEqual(report.reviewDueAt.getTime());
        }
      }
    }),
    { numRuns: 2_500 },
  );
  // The properties would prove nothing if these hardly ever happened.
  for (const count of [releases, again, answers]) expect(count).toBeGreaterThan(100);
});

test('an owner whose shorter window has just begun to count does not bring the promised day forward', () => {
  const promised = minutesAfter(begin, hours(720));
  const stopped: CaseFacts = { ...draft, state: 'stopped', verifiedAt: begin, notBefore: promised };
  const objectionEndsAt = minutesAfter(begin, hours(72));
  expect(afterEvent(stopped, { kind: 'approved', isEnough: true, objectionEndsAt }, begin)).toMatchObject({
    ...{ objectionEndsAt: promised, notBefore: promised },
  });
});
