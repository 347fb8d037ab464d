import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { findDifferences } from '../../../server/features/delivery/deliveries/reconcile.ts';
import type { Database } from '../../../server/platform/database.ts';
import { eventually } from '../../app.ts';
import type { FakeSmtpServer } from '../../fakes/smtp-server.ts';

/** How many deliveries there are in each state. */
export async function countByStatus(db: Database): Promise<Record<string, number>> {
  const counted = await db.execute<{ status: string; n: number }>(
    sql`select status, count(*)::int as n from delivery_queue group by status`,
  );
  return Object.fromEntries(counted.rows.map(({ status, n }) => [status, n]));
}

/** Waits until `count` deliveries have been made and none is left. */
export function allDelivered(db: Database, count: number, seconds?: number): Promise<unknown> {
  return eventually(
    async () => {
      const { delivered = 0, ...others } = await countByStatus(db);
      return delivered === count && Object.keys(others).length === 0;
    },
    `${count} deliveries to be made and no other to be left`,
    seconds,
  );
}

/**
 * Ends every lease, and the waiting time for jobs whose worker is gone. Real processes use the machine's
 * clock, and both take minutes: instead of waiting, this moves the recorded times. Only correct if all
 * holders are dead, because a living one trusts its lease.
 */
export async function letLeasesEnd(db: Database): Promise<void> {
  await db.execute(sql`
    update delivery_queue set sweep_at = now(),
      attempt_after = case status when 'sending' then now() else attempt_after end
    where status in ('pending', 'sending')`);
}

/** Keeps a dead worker's leases from expiring before the next one is up, which may be slow on a busy machine. */
export async function lengthenLeases(db: Database): Promise<void> {
  await db.execute(sql`
    update delivery_queue set attempt_after = now() + interval '1 hour', sweep_at = now() + interval '1 hour'
    where status = 'sending'`);
}

/** Makes a schedule due now. The API would refuse a time this close if the machine is slow to process the request. */
export async function letFallDue(db: Database, { id }: { id: string }): Promise<void> {
  await db.execute(sql`update schedules set due_at = now(), delivery_date = now() where id = ${id}`);
}

/** Message-IDs of the delivery mails that were accepted, in the order of their arrival. */
export function deliveryMails({ messages }: Pick<FakeSmtpServer, 'messages'>): string[] {
  return messages.map((mail) => mail.messageId).filter((id) => id.startsWith('delivery.'));
}

/** Waits until the mail server has accepted `count` delivery mails. */
export function takenOver(smtp: Pick<FakeSmtpServer, 'messages'>, count: number): Promise<unknown> {
  return eventually(
    async () => deliveryMails(smtp).length >= count,
    `${count} delivery mails to be taken over`,
  );
}

/** Every delivery was sent, and no mail arrived twice. */
export function expectEachSentOnce(smtp: Pick<FakeSmtpServer, 'messages'>, count: number): void {
  const ids = deliveryMails(smtp);
  expect(new Set(ids).size).toBe(count);
  expect(ids).toHaveLength(count);
}

/** The acts in the audit log about deliveries and schedules, with their counts. */
export async function countActs(db: Database): Promise<Record<string, number>> {
  const counted = await db.execute<{ action: string; n: number }>(
    sql`select action, count(*)::int as n from audit_log group by action`,
  );
  return Object.fromEntries(counted.rows.map(({ action, n }) => [action, n]));
}

/**
 * Each delivery with an unknown outcome has been resolved, once; how often it had been unknown depends on how
 * many workers were killed before its lease ended.
 */
export async function expectUnknownResolved(db: Database): Promise<void> {
  const subjectsOf = async (action: string) => {
    const found = await db.execute<{ id: string }>(
      sql`select subject_id as id from audit_log where action = ${action} order by 1`,
    );
    return found.rows.map(({ id }) => id);
  };
  const unknown = await subjectsOf('delivery.outcome-unknown');
  expect(await subjectsOf('delivery.outcome-resolved')).toEqual([...new Set(unknown)]);
}

/**
 * Schedules, deliveries and audit log agree, also a day from `now`, when nothing may count as in progress.
 */
export async function expectReconciled(db: Database, now = new Date()): Promise<void> {
  expect(await findDifferences(db, new Date(now.getTime() + 24 * 60 * 60 * 1000))).toEqual([]);
}
