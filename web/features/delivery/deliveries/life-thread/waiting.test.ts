import { expect, test } from 'vitest';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { makeSchedule, makeScheduleRecipient } from '../../../../../test/schedules.ts';
import { summarize } from './summary.tsx';
import { waitingByPerson, waitingFor } from './waiting.ts';

const on = (localDate: string, changes: Partial<Schedule> = {}) =>
  makeSchedule({ localDate, deliveryDate: `${localDate}T16:00:00.000Z`, ...changes });
const onDeath = makeSchedule({ id: 'death', deliveryType: 'on_death' });
const posted = (localDate: string) => on(localDate, { deliveryMethod: 'physical' });
const today = '2026-10-12';

test.each([
  [[], 'Nothing yet.'],
  [[on('2026-12-24')], 'One thing, on 24 December 2026.'],
  [[on('2031-05-04'), on('2041-05-04'), onDeath], 'Three things, the next on 4 May 2031.'],
  [[posted('2033-03-08')], 'One thing, by post, on 8 March 2033.'],
  [[posted('2033-03-08'), on('2034-03-08')], 'Two things, the next on 8 March 2033.'],
  [[onDeath], 'One thing, after your death.'],
  [[onDeath, onDeath], 'Two things, both after your death.'],
  [[onDeath, onDeath, onDeath], 'Three things, all after your death.'],
  [[on(today), onDeath], 'Two things, the next today.'],
  [[on('2026-10-01')], 'One thing, waiting since 1 October 2026.'],
])('%# says what waits', (waiting, sentence) => {
  const { text, day } = summarize(waiting, today);
  expect(`${text}${day ?? ''}.`).toBe(sentence);
});

test('what is kept for somebody is counted where nothing waits', () => {
  expect(summarize([], today, 2).text).toBe('Two things, kept with us');
  expect(summarize([onDeath], today, 2).text).toBe('One thing, after your death');
});

test('what somebody has received waits no more for them, while it still does for another', () => {
  const [maya, leo] = [
    makeScheduleRecipient({ id: 'maya', state: 'delivered' }),
    makeScheduleRecipient({ id: 'leo', state: 'waiting' }),
  ];
  const schedules = [
    on('2041-05-04', { id: 'late', recipients: [leo] }),
    makeSchedule({ id: 'death', deliveryType: 'on_death', recipients: [leo] }),
    on('2031-05-04', { id: 'both', recipients: [maya, leo] }),
    on('2020-05-04', { id: 'over', isDelivered: true, recipients: [leo] }),
  ];
  expect(waitingFor('maya', schedules)).toEqual([]);
  expect(waitingFor('leo', schedules).map(({ id }) => id)).toEqual(['both', 'late', 'death']);
  expect(waitingByPerson(schedules).get('leo')).toEqual(waitingFor('leo', schedules));
  expect(waitingByPerson(schedules).get('maya')).toBeUndefined();
});
