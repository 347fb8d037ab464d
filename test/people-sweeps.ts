import { sql } from 'drizzle-orm';
import { sweepComing, sweepGuardians, sweepInquiries, sweepReachable } from '../server/job-list.ts';
import type { TestApp } from './app.ts';
import type { SweepCase, sweepRows } from './sweep-rows.ts';

/** What the guardian sweep finds: what comes to a child soon, what guardians are asked about again, and what is waiting for nobody. */
function guardianSweeps({ insert, ago, day, schedule, delivery }: ReturnType<typeof sweepRows>): SweepCase[] {
  /** A child with a guardian, to whom a letter comes in two days. */
  async function guarded(userId: string) {
    const guardianId = await insert('recipients', {
      user_id: userId,
      first_name: 'Daniel',
      email: 'daniel@example.com',
    });
    const of = {
      guardian_id: guardianId,
      birthday: ago(11 * 366 * day).slice(0, 10),
      guardian_until_age: 18,
    };
    const recipientId = await insert('recipients', { user_id: userId, first_name: 'Maya', ...of });
    const scheduleId = await insert('schedules', await schedule(userId, { due_at: ago(-2 * day) }));
    return { guardianId, recipientId, scheduleId };
  }

  return [
    {
      ...{ sweep: 'guardian-questions', timer: sweepGuardians, table: 'memory_recipients' },
      key: 'recipient_id',
      values: async (userId) => {
        const { recipientId, scheduleId } = await guarded(userId);
        return { recipient_id: recipientId, schedule_id: scheduleId };
      },
      done: sql`exists (select from guardian_questions q where q.recipient_id = t.recipient_id)`,
      poison: {
        ...{ table: 'guardian_questions', on: 'insert' },
        when: (id) => `new.recipient_id = '${id}'`,
      },
    },
    {
      ...{ sweep: 'guardian-questions-again', timer: sweepGuardians, table: 'guardian_questions' },
      values: async (userId) => {
        const { guardianId, recipientId, scheduleId } = await guarded(userId);
        const asked = {
          asked_at: ago(day),
          answer: 'not_yet',
          answered_at: ago(day),
          ask_again_on: ago(day).slice(0, 10),
        };
        const of = {
          user_id: userId,
          guardian_id: guardianId,
          recipient_id: recipientId,
          schedule_id: scheduleId,
        };
        return { ...of, ...asked, due_at: ago(-2 * day) };
      },
      done: sql`t.ask_again_on is distinct from ${ago(day).slice(0, 10)}`,
    },
    {
      ...{ sweep: 'guardian-holds', timer: sweepGuardians, table: 'delivery_queue' },
      values: async (userId) => ({
        ...(await delivery(userId, {
          status: 'waiting',
          waiting_reason: 'held_by_guardian',
          stopped_at: ago(1),
        })),
        recipient_id: await insert('recipients', { user_id: userId, first_name: 'Maya' }),
      }),
      done: sql`t.status <> 'waiting'`,
    },
  ];
}

/** What the sweep that asks people finds: recipients who are asked for their address, and trusted contacts. */
function inquirySweeps(
  { services: { db } }: TestApp,
  { ago, day }: ReturnType<typeof sweepRows>,
): SweepCase[] {
  const asked = (kind: string) => ({
    done: sql`exists (select from inquiries i where i.recipient_id = t.id and i.kind = ${sql.raw(`'${kind}'`)})`,
    poison: {
      ...{ table: 'inquiries', on: 'insert' as const },
      when: (id: string) => `new.recipient_id = '${id}'`,
    },
  });
  return [
    {
      ...{ sweep: 'inquiries-address', timer: sweepInquiries, table: 'recipients', ...asked('address') },
      values: async (userId) => {
        await db.execute(sql`update users set ask_recipients = 'yearly' where id = ${userId}`);
        return { user_id: userId, email: 'maya@example.com', created_at: ago(366 * day) };
      },
    },
    {
      ...{ sweep: 'inquiries-trust', timer: sweepInquiries, table: 'recipients', ...asked('trust') },
      values: async (userId) => {
        await db.execute(sql`update users set ask_trusted_contacts = true where id = ${userId}`);
        const told = { trusted_contact: true, trusted_contact_told_at: ago(366 * day) };
        return { user_id: userId, email: 'leo@example.com', ...told };
      },
    },
  ];
}

/** A delivery in a week, of which its owner is reminded. */
function comingSweep({ insert, ago, day, schedule }: ReturnType<typeof sweepRows>): SweepCase {
  return {
    ...{ sweep: 'week-before', timer: sweepComing, table: 'memory_recipients', key: 'recipient_id' },
    values: async (userId) => {
      const planned = { due_at: ago(-6 * day), updated_at: ago(2 * day) };
      return {
        recipient_id: await insert('recipients', { user_id: userId, first_name: 'Maya' }),
        schedule_id: await insert('schedules', await schedule(userId, planned)),
      };
    },
    done: sql`exists (select from outbox_mails m where m.dedupe_key like 'week-before:' || t.recipient_id || ':%')`,
    poison: {
      ...{ table: 'outbox_mails', on: 'insert' },
      when: (id) => `new.dedupe_key like 'week-before:${id}:%'`,
    },
  };
}

/** What is found by the sweeps that ask people in an address book. */
export function peopleSweeps(testApp: TestApp, rows: ReturnType<typeof sweepRows>): SweepCase[] {
  return [
    {
      ...{ sweep: 'reachable-deliveries', timer: sweepReachable, table: 'delivery_queue' },
      values: async (userId) => {
        const phone = { user_id: userId, email: null, phone: '+12125550134' };
        const waits = { status: 'waiting', waiting_reason: 'no_address', stopped_at: rows.ago(1) };
        return {
          ...(await rows.delivery(userId, waits)),
          recipient_id: await rows.insert('recipients', phone),
        };
      },
      done: sql`t.status <> 'waiting'`,
    },
    comingSweep(rows),
    ...guardianSweeps(rows),
    ...inquirySweeps(testApp, rows),
  ];
}
