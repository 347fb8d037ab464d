/** Ruth's deliveries to Maya in the two years before today, which Maya has opened: her page has three years on it. */
import type { Recipient } from '../../shared/people/recipients.ts';
import { dayFrom } from './days.ts';
import { type Demo, openNewestLink, untilApproved, untilDelivered } from './environment.ts';
import { signIn } from './http.ts';
import { deliverOn, leaveLetter } from './leave.ts';
import { ruth } from './ruth.ts';

const firstNight = { daysAgo: 730, time: '18:00' };
const aYearIn = { daysAgo: 455, time: '08:00' };

export async function mayaHearsTwice(demo: Demo, today: Date, maya: Recipient): Promise<void> {
  const at = ({ daysAgo, time }: typeof firstNight, seconds = '') =>
    dayFrom(today, -daysAgo, time + seconds, ruth.timezone);
  const session = await signIn(demo, ruth);
  const first = await leaveLetter(session, 'the-first-night', { title: 'Your first night', to: maya });
  const second = await leaveLetter(session, 'a-year-in', {
    title: 'A year in',
    to: maya,
    note: 'Read it at your desk. Nobody will know.',
  });
  await untilApproved(session);
  await deliverOn(session, at(firstNight), first, maya);
  await deliverOn(session, at(aYearIn), second, maya);
  for (const day of [firstNight, aYearIn]) {
    demo.clock.jumpTo(at(day, ':04'));
    await untilDelivered(demo, await signIn(demo, ruth));
    demo.clock.jumpTo(dayFrom(today, 1 - day.daysAgo, '07:52', ruth.timezone));
    await openNewestLink(demo, maya.email ?? '');
  }
}
