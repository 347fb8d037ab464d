import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { dueLetter } from '../../../../../test/due-letter.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../../test/outbox.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { schedules } from '../deliveries.table.ts';
import { lateAfterSeconds } from './delivery-audit.ts';

const clock = createTestClock('2026-12-25T09:00:00Z');
const { services } = await startTestApp({ clock });
const { db } = services;

/** Sends a letter this long after its due time; returns what the audit log and the mail to the owner say about it. */
async function deliveredLate(seconds: number, timezone = 'UTC') {
  const { id, ownerId, reload, attempt } = await dueLetter(services);
  await db.update(users).set({ deliveryNotifications: true });
  await db.update(schedules).set({ timezone });
  clock.advance(seconds);
  expect((await attempt('accept')).status).toBe('delivered');
  await sendMailsAbout(services, (await reload()).scheduleId);
  const [owner] = await db.select().from(users).where(eq(users.id, ownerId));
  const marks = await db
    .select({ details: auditLog.details })
    .from(auditLog)
    .where(sql`${auditLog.subjectId} = ${id} and ${auditLog.action} = 'delivery.late'`);
  const [mail] = await mailTo(services, owner?.email ?? '');
  return { marks, text: mail?.text ?? '' };
}

test('more than an hour late: the audit log says by how much, and the confirmation in one sentence', async () => {
  const { marks, text } = await deliveredLate(lateAfterSeconds + 1);
  expect(marks).toEqual([{ details: { attempt: 1, seconds: 3601 } }]);
  expect(text).toContain('on Friday, 25 December 2026 at 10:00 UTC.');
  expect(text.replaceAll('\n', ' ')).toContain(
    'It was due on Friday, 25 December 2026 at 09:00 UTC, and we are sorry that it went out late.',
  );
});

test('up to an hour late: neither mentions it', async () => {
  const { marks, text } = await deliveredLate(lateAfterSeconds);
  expect(marks).toEqual([]);
  expect(text).toContain('There is nothing you need to do.');
  expect(text).not.toContain('late');
});

test('a mail tells the time in the zone of the schedule, and names the zone as pages do', async () => {
  const { text } = await deliveredLate(60, 'America/New_York');
  expect(text).toMatch(/on \w+, \d+ December 2026 at \d\d:\d\d Eastern\./);
});
