/** What stands before a journey begins: made through the API, by its owner. */

import type { Memory } from '../../../shared/memories/memories.ts';
import type { Recipient } from '../../../shared/people/recipients.ts';
import { eventually } from '../../app.ts';
import { createLetter, createSchedule, type Person } from '../../factories.ts';
import { mailTo, receivedTokenIn } from '../../mailbox.ts';
import type { Site } from './site.ts';

/** An approved letter that goes to somebody in a minute. The clock stands, so that the minute lasts until it is moved. */
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

/** The same, and the minute has passed. Answers the path of the page that the mail leads to. */
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

/** The path of the page that the mail to somebody leads to, once there is such a mail. */
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
