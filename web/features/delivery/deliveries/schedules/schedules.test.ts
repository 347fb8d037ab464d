import { describe, expect, test } from 'vitest';
import { scheduleStatus } from '../../../../../shared/delivery/schedule-status.ts';
import { makeSchedule, makeScheduleRecipient } from '../../../../../test/schedules.ts';
import {
  deliveredOf,
  describePerson,
  describeSchedule,
  describeUpcoming,
  firstUpcoming,
  isOpenToChange,
  upcomingOf,
} from './schedules.ts';

const nowMs = Date.parse('2026-10-12T15:00:00Z');
const maya = makeScheduleRecipient();

const recipient = (firstName: string, changes: Parameters<typeof makeScheduleRecipient>[0] = {}) =>
  makeScheduleRecipient({ firstName, ...changes });

describe('the moment of a delivery in full', () => {
  test('on its day, in its zone', () => {
    expect(describeUpcoming(makeSchedule(), nowMs).moment).toBe('Sunday, 4 May 2031 at 12:00 Eastern');
  });

  test('after a death, with the earliest day only while it is in the future', () => {
    const onDeath = makeSchedule({ deliveryType: 'on_death' });
    expect(describeUpcoming(onDeath, nowMs).moment).toBe('After your death, not before 4 May 2031');
    expect(describeUpcoming({ ...onDeath, localDate: '2026-10-12' }, nowMs).moment).toBe('After your death');
    const inThirty = { ...onDeath, localDate: '2026-10-12', releaseDays: 30 };
    expect(describeUpcoming(inThirty, nowMs).shortMoment).toBe('30 days after your death');
    expect(describeSchedule(inThirty, nowMs)).toMatch(/, for Maya, 30 days after your death\.$/);
  });

  test('the whole schedule in one sentence', () => {
    expect(describeSchedule(makeSchedule(), nowMs)).toBe(
      '“For your thirtieth”, for Maya, on Sunday, 4 May 2031 at 12:00 Eastern.',
    );
    expect(describeSchedule(makeSchedule({ recipients: [] }), nowMs)).toBe(
      '“For your thirtieth”, for nobody yet, on Sunday, 4 May 2031 at 12:00 Eastern.',
    );
    expect(describeSchedule(makeSchedule({ deliveryType: 'on_death' }), nowMs)).toBe(
      '“For your thirtieth”, for Maya, after your death, not before 4 May 2031.',
    );
  });
});

describe('change and cancel', () => {
  test('until delivery starts', () => {
    expect(isOpenToChange(makeSchedule(), nowMs)).toBe(true);
    expect(isOpenToChange(makeSchedule({ startedAt: '2026-10-12T14:00:00.000Z' }), nowMs)).toBe(false);
    expect(isOpenToChange(makeSchedule({ deliveryDate: '2026-10-12T15:00:00.000Z' }), nowMs)).toBe(false);
  });

  test('an earliest day in the past does not close a schedule that waits for a death', () => {
    const onDeath = makeSchedule({ deliveryType: 'on_death', deliveryDate: '2026-10-01T16:00:00.000Z' });
    expect(isOpenToChange(onDeath, nowMs)).toBe(true);
  });
});

test('upcoming by date, those after a death last; delivered, latest first', () => {
  const all = [
    makeSchedule({ id: 'death', deliveryType: 'on_death', deliveryDate: '2026-01-01T00:00:00.000Z' }),
    makeSchedule({
      id: 'in thirty',
      deliveryType: 'on_death',
      releaseDays: 30,
      deliveryDate: '2025-01-01T00:00:00.000Z',
    }),
    makeSchedule({ id: 'later', deliveryDate: '2040-01-01T00:00:00.000Z' }),
    makeSchedule({ id: 'sooner' }),
    makeSchedule({ id: 'old', isDelivered: true, deliveredAt: '2026-01-01T00:00:00.000Z' }),
    makeSchedule({ id: 'new', isDelivered: true, deliveredAt: '2026-09-01T00:00:00.000Z' }),
  ];
  expect(upcomingOf(all).map(({ id }) => id)).toEqual(['sooner', 'later', 'death', 'in thirty']);
  expect(deliveredOf(all).map(({ id }) => id)).toEqual(['new', 'old']);
});

describe('the status', () => {
  const now = new Date(nowMs);
  const status = (changes: Parameters<typeof makeSchedule>[0]) => scheduleStatus(makeSchedule(changes), now);
  const past = { deliveryDate: '2026-10-12T14:00:00.000Z' };

  test('of a date that is past and not delivered is Pending', () => {
    expect(status({})).toBe('Scheduled');
    expect(status(past)).toBe('Pending');
    expect(status({ ...past, isDelivered: true })).toBe('Delivered');
  });

  test('of an after-death schedule is Scheduled until it is delivered, whatever its day', () => {
    expect(status({ deliveryType: 'on_death' })).toBe('Scheduled');
    expect(status({ ...past, deliveryType: 'on_death' })).toBe('Scheduled');
    expect(status({ ...past, deliveryType: 'on_death', isDelivered: true })).toBe('Delivered');
  });
});

describe('the state of one person’s delivery', () => {
  const zone = 'America/New_York';

  test('nothing to report before its day', () => {
    expect(describePerson(maya, zone, 'digital')).toBeNull();
  });

  test('a missing address is reported at once', () => {
    const lost = { ...maya, unreachable: true };
    expect(describePerson(lost, zone, 'digital')).toEqual({
      text: 'no email address or phone number yet',
      isTrouble: true,
    });
    expect(describePerson(lost, zone, 'physical')?.text).toBe('no mailing address yet');
  });

  test('why it waits, in the server’s text', () => {
    const waiting = { ...maya, state: 'waiting', waitingReason: 'The address did not work.' } as const;
    expect(describePerson(waiting, zone, 'digital')).toEqual({
      text: 'The address did not work.',
      isTrouble: true,
    });
    const posted = { ...waiting, waitingReason: 'It is in the post.', isWithThePost: true };
    expect(describePerson(posted, zone, 'physical')?.isTrouble).toBe(false);
  });

  test('delivered, then opened', () => {
    expect(describePerson({ ...maya, state: 'delivered' }, zone, 'digital')?.text).toBe('delivered');
    const opened = { ...maya, state: 'delivered', openedAt: '2031-05-05T01:00:00.000Z' } as const;
    expect(describePerson(opened, zone, 'digital')?.text).toBe('opened on 4 May 2031');
  });
});

describe('the first upcoming deliveries', () => {
  test('are at most three, by day, without those delivered', () => {
    const days = ['2034-01-01', '2031-01-01', '2033-01-01', '2032-01-01'];
    const all = days.map((day) => makeSchedule({ id: day, deliveryDate: `${day}T12:00:00.000Z` }));
    const delivered = makeSchedule({
      id: 'done',
      deliveryDate: '2030-01-01T12:00:00.000Z',
      isDelivered: true,
    });
    const shown = firstUpcoming([...all, delivered]);
    expect(shown.map(({ id }) => id)).toEqual(['2031-01-01', '2032-01-01', '2033-01-01']);
  });

  test('come by date before those after a death', () => {
    const afterDeath = makeSchedule({
      id: 'death',
      deliveryType: 'on_death',
      deliveryDate: '2030-01-01T12:00:00.000Z',
    });
    const shown = firstUpcoming([afterDeath, makeSchedule({ id: 'birthday' })]);
    expect(shown.map(({ id }) => id)).toEqual(['birthday', 'death']);
  });
});

describe('the moment of a delivery in short', () => {
  test('is its day in its own zone', () => {
    const late = makeSchedule({ deliveryDate: '2031-05-05T03:30:00.000Z', localDate: '2031-05-04' });
    expect(describeUpcoming(late, nowMs).shortMoment).toBe('4 May 2031');
  });

  test('after a death reads as in full', () => {
    for (const localDate of ['2031-05-04', '2026-10-12']) {
      const { moment, shortMoment } = describeUpcoming(
        makeSchedule({ deliveryType: 'on_death', localDate }),
        nowMs,
      );
      expect(shortMoment).toBe(moment);
    }
  });
});

describe('the people of a delivery', () => {
  test('are named by their first names', () => {
    const three = makeSchedule({ recipients: [recipient('Leo'), recipient('Ana'), recipient('Maya')] });
    expect(describeUpcoming(three, nowMs).recipients).toBe('Leo, Ana, and Maya');
  });

  test.each([
    ['nobody', [], 'Nobody is chosen to receive this.'],
    [
      'one without an address',
      [recipient('Maya', { unreachable: true })],
      'Maya has no email address or phone number yet.',
    ],
    [
      'two without an address',
      [recipient('Leo', { unreachable: true }), recipient('Ana', { unreachable: true })],
      'Leo and Ana have no email address or phone number yet.',
    ],
    [
      'one who waits',
      [recipient('Leo'), recipient('Ana', { waitingReason: 'The mailbox of Ana is full' })],
      'The mailbox of Ana is full',
    ],
    [
      'one who lost the address after the delivery',
      [recipient('Leo'), recipient('Ana', { unreachable: true, state: 'delivered' })],
      null,
    ],
    [
      'one whom no attempt reached',
      [recipient('Leo'), recipient('Ana', { state: 'failed', waitingReason: 'We tried for seven days.' })],
      'We tried for seven days.',
    ],
    ['all in order', [recipient('Leo')], null],
  ])('%s', (_case, recipients, trouble) => {
    expect(describeUpcoming(makeSchedule({ recipients }), nowMs).trouble).toBe(trouble);
  });
});
