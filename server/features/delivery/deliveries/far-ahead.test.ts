import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import {
  createApprovedLetter,
  createPerson,
  createRecipient,
  createSchedule,
} from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { deliverDue } from '../../../../test/released.ts';
import * as jobs from '../../../job-list.ts';

const clock = createTestClock('2026-11-20T12:00:00Z');
const testApp = await startTestApp({ clock });
const { services } = testApp;

/** Node fires a longer timer at once, with a warning. */
const longestTimerSeconds = 2 ** 31 / 1000;
const warnings: string[] = [];
process.on('warning', ({ name }) => warnings.push(name));

test('F27: what is planned for the end of 32-bit seconds and for 2100 goes out in its second, and nothing before', async () => {
  const owner = await createPerson(testApp);
  const { id: memoryId } = await createApprovedLetter(owner);
  const planned = [];
  for (const [day, time, instant] of [
    ['2038-01-18', '22:14', '2038-01-19T03:14:00.000Z'],
    ['2038-01-18', '22:15', '2038-01-19T03:15:00.000Z'],
    ['2100-02-28', '12:00', '2100-02-28T17:00:00.000Z'],
    ['2100-03-01', '12:00', '2100-03-01T17:00:00.000Z'],
    ['2106-02-07', '01:29', '2106-02-07T06:29:00.000Z'],
  ]) {
    const { id, email } = await createRecipient(owner);
    const schedule = await createSchedule(owner, {
      ...{ memoryId, deliveryDate: instant, timezone: 'America/New_York', recipientIds: [id] },
    });
    expect(schedule).toMatchObject({ localDate: day, localTime: time, deliveryDate: instant });
    planned.push({ dueAt: new Date(schedule.deliveryDate), email: email ?? '' });
  }
  for (const { dueAt, email } of planned) {
    clock.set(new Date(dueAt.getTime() - 1000));
    await deliverDue(testApp);
    expect(await mailTo(services, email)).toEqual([]);
    clock.set(dueAt);
    await deliverDue(testApp);
    expect(await mailTo(services, email)).toHaveLength(1);
  }
  expect(warnings).not.toContain('TimeoutOverflowWarning');
});

test('F27: no timer is longer than those of the runtime can be', () => {
  const timers = Object.values(jobs).filter((each) => 'everySeconds' in each);
  expect(timers.length).toBeGreaterThan(10);
  for (const { name, everySeconds } of timers) expect(everySeconds, name).toBeLessThan(longestTimerSeconds);
});
