/** What exists before a journey begins, created by its owner through the API. */

import { sql } from 'drizzle-orm';
import type { Memory } from '../../../shared/memories/memories.ts';
import type { Recipient } from '../../../shared/people/recipients.ts';
import { eventually } from '../../app.ts';
import { createLetter, createSchedule, type Person } from '../../factories.ts';
import { mailTo, receivedTokenIn } from '../../mailbox.ts';
import type { Site } from './site.ts';

/** An approved letter that is sent to somebody in a minute. The clock stands still, so the minute lasts until it is moved. */
export async function scheduleLetter(
  site: Site,
  owner: Person,
  to: Recipient,
  title: string,
): Promise<Memory> {
  const letter = await createLetter(owner, { title });
  await untilApproved(owner);
  const deliveryDate = new Date(site.clock.now().getTime() + 60_000).toISOString();
  await createSchedule(owner, { memoryId: letter.id, deliveryDate, recipientIds: [to.id] });
  return letter;
}

/** The same, and the minute has passed. Returns the path of the page that the mail links to. */
export async function deliverLetter(
  site: Site,
  owner: Person,
  to: Recipient,
  title: string,
): Promise<{ letter: Memory; path: string }> {
  const letter = await scheduleLetter(site, owner, to, title);
  site.clock.advance(60);
  return { letter, path: await receivedPath(site, to) };
}

/** The path of the page that the mail to somebody links to, once there is such a mail. */
export async function receivedPath(site: Site, to: Recipient): Promise<string> {
  const mail = await eventually(
    async () => (await mailTo(site.services, to.email ?? '')).find(({ text }) => text.includes('/received/')),
    `a delivery to ${to.email}`,
  );
  return `/received/${receivedTokenIn(mail)}`;
}

/** Waits until every memory of the owner is approved. */
export async function untilApproved(owner: Person): Promise<void> {
  await eventually(async () => {
    const memories = (await owner.request({ url: '/api/memories' })).json<Memory[]>();
    return memories.every((memory) => memory.isApproved);
  }, 'the approval of all memories');
}

/** Schedules a letter for this many further days, one a day: more than a plan in tests allows. */
export async function scheduleDaily({ services: { db } }: Site, letter: Memory, days: number): Promise<void> {
  await db.execute(sql`
    with planned as (select * from schedules where memory_id = ${letter.id}),
    added as (
      insert into schedules (id, user_id, memory_id, delivery_date, due_at, delivery_type, local_date, local_time, timezone, created_at, updated_at)
      select uuidv7(), user_id, memory_id, delivery_date + n * interval '1 day', due_at + n * interval '1 day',
        delivery_type, local_date + n, local_time, timezone, created_at, updated_at
      from planned cross join generate_series(1, ${days}::int) n returning id)
    insert into memory_recipients (id, memory_id, recipient_id, schedule_id, created_at)
    select uuidv7(), r.memory_id, r.recipient_id, added.id, r.created_at
    from memory_recipients r join planned on planned.id = r.schedule_id cross join added`);
}
