import { sql } from 'drizzle-orm';
import { findDifferences } from '../../server/features/delivery/deliveries/reconcile.ts';
import { type Database, inTransaction } from '../../server/platform/database.ts';
import type { FakeSmtpServer } from '../../test/fakes/smtp-server.ts';
import { seedSchedules } from '../../test/seed.ts';

export interface HerdOptions {
  dated: number;
  afterDeath: number;
  /** When the first delivery is due. */
  dueAt: Date;
  /** The number of seconds within which all of them fall due. */
  seconds: number;
  /** When the objection periods of those who have died are over. */
  releasedAt: Date;
}

const perOwner = 50;
/** A worker's connections to the mail server: each may carry a mail whose acceptance is not yet recorded when the worker is killed. */
const onTheWire = 5;

/** Letters for a fixed day and letters for after a death, with the reports that lead to a release. */
export async function seedHerd(
  db: Database,
  { dated, afterDeath, dueAt, seconds, releasedAt }: HerdOptions,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await seedSchedules(tx, {
      count: dated,
      dueAt,
      owners: dated / perOwner,
      spacingSeconds: seconds / dated,
    });
    const { ownerIds } = await seedSchedules(tx, { count: afterDeath, dueAt, owners: afterDeath / perOwner });
    const owners = sql`(select jsonb_array_elements_text(${JSON.stringify(ownerIds)}::jsonb)::uuid)`;
    await tx.execute(
      sql`update schedules set delivery_type = 'on_death', due_at = null where user_id in ${owners}`,
    );
    await tx.execute(sql`
      insert into death_reports (id, token_hash, alive_token_hash, state, reporter_name, reporter_email, relationship, timezone,
        deceased_name, date_of_death, is_date_approximate, user_id, submitted_at, matched_at, proof_received_at, verified_at,
        objection_ends_at, ask_count, created_at)
      select uuidv7(), id::text || ' report', id::text || ' alive', 'objection_window', 'Daniel', 'daniel.' || email, 'child', 'UTC',
        'Ruth', now() - interval '9 days', false, id, now() - interval '8 days', now() - interval '8 days', now() - interval '8 days',
        now() - interval '4 days', ${releasedAt.toISOString()}, 4, now() - interval '9 days'
      from users where id in ${owners}`);
  });
}

export interface Verdict {
  lost: number;
  early: number;
  doubled: number;
  /** How many seconds after it fell due the last delivery came. */
  lastSeconds: number;
  /** How often schedules, deliveries and the audit log disagree. */
  differences: number;
}

/** What became of the deliveries, as the mail server saw them: `arrivals` are the times of its messages, in milliseconds since 1970. */
export async function judge(
  db: Database,
  { messages }: FakeSmtpServer,
  arrivals: readonly number[],
): Promise<Verdict> {
  const cameAt = new Map<string, number[]>();
  for (const [index, { messageId }] of messages.entries()) {
    const [, id] = /^delivery\.([\da-f-]{36})/.exec(messageId) ?? [];
    if (id) cameAt.set(id, [...(cameAt.get(id) ?? []), arrivals[index] ?? 0]);
  }
  const { rows } = await db.execute<{ id: string; due: number; status: string }>(sql`
    select id, extract(epoch from due_at)::float * 1000 as due, status from delivery_queue`);
  const late = rows.flatMap(({ id, due }) => (cameAt.get(id) ?? []).map((at) => at - due));
  return {
    lost: rows.filter(({ id, status }) => status !== 'delivered' || !cameAt.has(id)).length,
    early: late.filter((milliseconds) => milliseconds < 0).length,
    doubled: late.length - rows.filter(({ id }) => cameAt.has(id)).length,
    lastSeconds: Math.max(...late) / 1000,
    differences: (await findDifferences(db, new Date())).length,
  };
}

export function isGood({ lost, early, doubled, differences }: Verdict): boolean {
  return lost === 0 && early === 0 && doubled <= onTheWire && differences === 0;
}

export function describe(all: number, { lost, early, doubled, lastSeconds, differences }: Verdict): string[] {
  const last = `the last came ${lastSeconds.toFixed(1)} s after it fell due`;
  return [
    `${all} deliveries: ${lost} lost, ${early} early, ${doubled} doubled (at most ${onTheWire} were on the wire); ${last}`,
    `${differences} differences between schedules, deliveries and the audit log`,
  ];
}

/** How many are delivered, and how many there are. */
export async function countDelivered(db: Database): Promise<{ delivered: number; all: number }> {
  const { rows } = await db.execute<{ delivered: number; all: number }>(sql`
    select count(*) filter (where status = 'delivered')::int as delivered, count(*)::int as all from delivery_queue`);
  return rows[0] ?? { delivered: 0, all: 0 };
}
