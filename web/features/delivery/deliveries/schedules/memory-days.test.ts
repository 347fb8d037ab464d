import { describe, expect, test } from 'vitest';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { makeSchedule, makeScheduleRecipient } from '../../../../../test/schedules.ts';
import { daysOfMemories } from './queries.ts';

const nowMs = Date.parse('2030-05-04T12:00:00Z');

function on(localDate: string, people: string[], fields: Partial<Schedule> = {}): Schedule {
  const recipients = people.map((firstName) => makeScheduleRecipient({ id: firstName, firstName }));
  const id = `${localDate} ${people.join()}`;
  return makeSchedule({
    id,
    memoryId: 'letter',
    localDate,
    deliveryDate: `${localDate}T16:00:00.000Z`,
    recipients,
    ...fields,
  });
}

const delivered = { isDelivered: true, deliveredAt: '2029-05-04T16:00:00.000Z' };
const afterDeath = { deliveryType: 'on_death' } as const;

describe('the day of a memory', () => {
  test.each<[string, Schedule[], string, boolean]>([
    ['one person', [on('2031-05-04', ['Maya'])], 'Maya, 4 May 2031', true],
    ['two people', [on('2031-05-04', ['Maya', 'Leo'])], 'Maya and Leo, 4 May 2031', true],
    [
      'several days, the nearest first; a person of both is named once',
      [on('2033-05-04', ['Maya']), on('2031-05-04', ['Leo']), on('2032-05-04', ['Leo'])],
      'Leo and Maya, next 4 May 2031',
      false,
    ],
    ['nobody chosen', [on('2031-05-04', [])], 'Nobody yet, 4 May 2031', true],
    [
      'after a death',
      [on('2030-05-04', ['Maya'], { ...afterDeath, releaseDays: 30 })],
      'Maya, 30 days after your death',
      true,
    ],
    [
      'a day, and after a death',
      [on('2030-01-01', ['Maya'], afterDeath), on('2031-05-04', ['Leo'])],
      'Leo and Maya, next 4 May 2031',
      false,
    ],
    ['delivered', [on('2029-05-04', ['Maya'], delivered)], 'Maya, delivered 4 May 2029', false],
    [
      'delivered to one and still to come for another',
      [on('2029-05-04', ['Maya'], delivered), on('2031-05-04', ['Leo'])],
      'Leo, 4 May 2031',
      true,
    ],
    [
      'on its way',
      [on('2030-05-04', ['Maya'], { startedAt: '2030-05-04T11:59:00.000Z' })],
      'Maya, 4 May 2030',
      false,
    ],
  ])('%s', (_case, schedules, text, canChange) => {
    const [to, when] = text.split(/, (?=[^,]*$)/);
    expect(daysOfMemories(schedules, nowMs).get('letter')).toEqual({
      ...{ to, when },
      onlyToId: to?.includes(' ') ? undefined : to,
      scheduleId: canChange ? schedules.at(-1)?.id : null,
    });
  });

  test('is that of its own schedules', () => {
    expect(daysOfMemories([on('2031-05-04', ['Maya'])], nowMs).get('another')).toBeUndefined();
  });
});
