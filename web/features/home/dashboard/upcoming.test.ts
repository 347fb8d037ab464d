import { describe, expect, test } from 'vitest';
import { makeSchedule, makeScheduleRecipient } from '../../../../test/schedules.ts';
import { describeMoment, describeRecipients, describeTrouble, firstUpcoming } from './upcoming.ts';

const recipient = (firstName: string, changes: Parameters<typeof makeScheduleRecipient>[0] = {}) =>
  makeScheduleRecipient({ firstName, ...changes });

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

  test('put those after a death behind those with a day', () => {
    const afterDeath = makeSchedule({
      id: 'death',
      deliveryType: 'on_death',
      deliveryDate: '2030-01-01T12:00:00.000Z',
    });
    const shown = firstUpcoming([afterDeath, makeSchedule({ id: 'birthday' })]);
    expect(shown.map(({ id }) => id)).toEqual(['birthday', 'death']);
  });
});

describe('the moment of a delivery', () => {
  test('is its day on the calendar of its own zone', () => {
    const late = makeSchedule({ deliveryDate: '2031-05-05T03:30:00.000Z', localDate: '2031-05-04' });
    expect(describeMoment(late)).toBe('4 May 2031');
  });

  test('after a death names the day before which it does not go out', () => {
    const onDeath = makeSchedule({ deliveryType: 'on_death' });
    expect(describeMoment(onDeath)).toBe('After your death, from 4 May 2031');
  });
});

describe('the people of a delivery', () => {
  test('are named by their first names', () => {
    const three = makeSchedule({ recipients: [recipient('Leo'), recipient('Ana'), recipient('Maya')] });
    expect(describeRecipients(three)).toBe('Leo, Ana, and Maya');
  });

  test.each([
    ['nobody', [], 'Nobody is chosen to receive this.'],
    ['one without an address', [recipient('Maya', { unreachable: true })], 'Maya has no address yet.'],
    [
      'two without an address',
      [recipient('Leo', { unreachable: true }), recipient('Ana', { unreachable: true })],
      'Leo and Ana have no address yet.',
    ],
    [
      'one who waits',
      [recipient('Leo'), recipient('Ana', { waitingReason: 'The mailbox of Ana is full' })],
      'The mailbox of Ana is full',
    ],
    ['all in order', [recipient('Leo')], null],
  ])('%s', (_case, recipients, trouble) => {
    expect(describeTrouble(makeSchedule({ recipients }))).toBe(trouble);
  });
});
