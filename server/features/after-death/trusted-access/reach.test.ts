import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TrustedPage, TrustedPerson } from '../../../../shared/after-death/trusted-access.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { deliverDue, leave } from '../../../../test/released.ts';
import { endWindow, reportedOwner } from '../../../../test/trusted-access.ts';
import { minutesAfter, wholeDaysAfter } from '../../../platform/clock.ts';
import { type Begun, reachOf } from './reach.ts';

const at = new Date('2031-03-06T15:42:00Z');
const someone = {
  ...{ email: 'leo@example.com', secondEmail: null, phone: null, mailingAddress: null, heldSince: null },
  addressWaitsUntil: null,
};
const moved = (minutes: number) => ({ ...someone, addressWaitsUntil: minutesAfter(at, minutes) });
const nowhere = { ...someone, email: null };
const onlyAPhone = { ...nowhere, phone: '+1 602 555 0134' };
const onlyASecond = { ...nowhere, secondEmail: 'leo@example.org' };
const pending: Begun = {
  ...{ status: 'pending', waitingReason: null, deliveredAt: null, stoppedAt: null },
  ...{ attemptAfter: at, isHeldBack: false },
};
const sending: Begun = { ...pending, status: 'sending', attemptAfter: minutesAfter(at, 0.5) };
const delivered: Begun = { ...pending, status: 'delivered', deliveredAt: at };
const waits = (waitingReason: Begun['waitingReason']): Begun => ({
  ...{ ...pending, status: 'waiting', waitingReason, stoppedAt: at },
});
const onHold = ({ ...begun }: Begun): Begun => ({ ...begun, isHeldBack: true });
const inMinutes = (minutes: number): Begun => ({ ...pending, attemptAfter: minutesAfter(at, minutes) });

describe('how far we have come with somebody', () => {
  test.each([
    ['nothing has begun', someone, [], 'nothing_to_do'],
    [
      'nothing has begun, and only a letterbox is known',
      { ...nowhere, mailingAddress: '1 Elm Street' },
      [],
      'nothing_to_do',
    ],
    ['nothing has begun, and no address is known', nowhere, [], 'no_address'],
    ['nothing has begun, and only a phone is known', onlyAPhone, [], 'nothing_to_do'],
    ['nothing has begun, and only a second email is known', onlyASecond, [], 'nothing_to_do'],
    ['it is delivered', someone, [delivered], 'reached'],
    ['some of it is still to be sent', someone, [delivered, pending], 'on_its_way'],
    ['it is being sent', someone, [sending], 'on_its_way'],
    ['it is tried again in half an hour', someone, [inMinutes(30)], 'on_its_way'],
    ['a parcel is in the post', someone, [waits('in_the_post')], 'on_its_way'],
    ['one is being sent, another waits', someone, [waits('memory_under_review'), sending], 'on_its_way'],
    ['it may only be sent in two days', someone, [inMinutes(48 * 60)], 'waits'],
    ['their address was changed, and waits for one more hour', moved(60), [inMinutes(60)], 'waits'],
    ['their address was changed, and a parcel went before', moved(60), [waits('in_the_post')], 'on_its_way'],
    ['their address was changed, and the wait is over', moved(0), [pending], 'on_its_way'],
    ['all deliveries are on hold', someone, [onHold(pending), onHold(sending)], 'waits'],
    ['staff look at it', someone, [waits('memory_under_review')], 'waits'],
    ['its file is damaged', someone, [waits('file_damaged')], 'waits'],
    ['staff hold it', someone, [waits('held_by_staff')], 'waits'],
    ['it was held with the person', someone, [waits('held_by_trusted_contact')], 'waits'],
    ['the account is not paid for', someone, [delivered, waits('account_in_arrears')], 'waits'],
    ['it is a parcel, and no email is known', nowhere, [waits('physical_fulfilment')], 'waits'],
    ['mail comes back', someone, [delivered, waits('bad_address')], 'not_reached'],
    ['nobody knows whether it arrived', someone, [waits('outcome_unknown')], 'not_reached'],
    ['seven days of attempts failed', someone, [{ ...waits(null), status: 'failed' }], 'not_reached'],
    ['text messages come back', onlyAPhone, [waits('bad_address')], 'not_reached'],
    ['mail to a second email comes back', onlyASecond, [waits('bad_address')], 'not_reached'],
    ['there is nowhere to send it', nowhere, [waits('no_address')], 'no_address'],
  ] as const)('%s', (_, person, begun, reach) => {
    expect(reachOf(person, begun, at).reach).toBe(reach);
    expect(reachOf({ ...person, heldSince: at }, begun, at).reach).toBe('held');
  });

  test('when something first reached them, and since when mail comes back', () => {
    const later = { ...delivered, deliveredAt: minutesAfter(at, 5) };
    expect(reachOf(someone, [later, delivered, waits('bad_address')], at)).toEqual({
      reach: 'not_reached',
      reachedAt: at,
      cameBackAt: at,
    });
    expect(reachOf(someone, [waits('no_address')], at).cameBackAt).toBeNull();
  });
});

const testApp = await startTestApp({ clock: createTestClock(at.toISOString()) });
const inDays = (days: number) => wholeDaysAfter(testApp.clock.now(), days).toISOString();

/** Everything that may still be to come after the release. */
const toCome = fc
  .oneof(
    fc.record({ deliveryType: fc.constant('on_death'), releaseDays: fc.integer({ min: 1, max: 3650 }) }),
    fc.record({
      deliveryType: fc.constantFrom('on_death', 'scheduled'),
      deliveryDate: fc.integer({ min: 2, max: 3650 }).map(inDays),
    }),
    // Within the quiet days.
    fc.record({
      deliveryType: fc.constant('scheduled'),
      deliveryDate: fc
        .integer({ min: 1, max: 20 })
        .map((hours) => minutesAfter(testApp.clock.now(), hours * 60).toISOString()),
    }),
  )
  .chain((fields) =>
    fc.constantFrom('digital', 'physical').map((deliveryMethod) => ({ ...fields, deliveryMethod })),
  );

const contactOnly = ({ reach, reachedAt, cameBackAt, changes }: TrustedPerson) => ({
  reach,
  reachedAt,
  cameBackAt,
  changes,
});

test('security 35: somebody for whom only later things are meant reads like somebody for whom there is nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(toCome, { minLength: 1, maxLength: 4 }),
      fc.constantFrom({}, { email: null, phone: null }),
      async (plans, address) => {
        const person = { ...address, firstName: 'Leo' };
        const reported = await reportedOwner(testApp, [person, person]);
        const [, meant, nothing] = reported.recipients;
        if (!meant || !nothing) throw new Error('There is nobody');
        const wishes = { reporters: 'anyone', objectionDays: null, quietDays: 2, noteToContacts: null };
        await reported.owner.request({ method: 'PUT', url: '/api/release-wishes', payload: wishes });
        for (const plan of plans) await leave(testApp, { ...reported, recipients: [meant] }, plan);
        await endWindow(testApp, reported.reportId);
        testApp.clock.advance(60);
        await deliverDue(testApp);
        const page = (
          await testApp.app.inject({ url: `/api/trusted/${reported.token}` })
        ).json<TrustedPage>();
        const of = (id: string) => page.people.filter((each) => each.id === id).map(contactOnly);
        expect(of(meant.id)).toHaveLength(1);
        expect(of(meant.id)).toEqual(of(nothing.id));
      },
    ),
    { numRuns: 12 },
  );
});

test('what reached somebody while the owner lived is not told', async () => {
  const reported = await reportedOwner(testApp);
  const [, person] = reported.recipients;
  if (!person) throw new Error('There is nobody');
  const soon = minutesAfter(testApp.clock.now(), 5).toISOString();
  await leave(
    testApp,
    { ...reported, recipients: [person] },
    { deliveryType: 'scheduled', deliveryDate: soon },
  );
  testApp.clock.advance(600);
  await deliverDue(testApp);
  testApp.clock.advance(600);
  await endWindow(testApp, reported.reportId);
  const page = (await testApp.app.inject({ url: `/api/trusted/${reported.token}` })).json<TrustedPage>();
  expect(page.people[1]).toMatchObject({ id: person.id, reach: 'nothing_to_do', reachedAt: null });
});
