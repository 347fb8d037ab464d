import { sql } from 'drizzle-orm';
import { deliveryToken } from '../../server/features/delivery/deliveries/message/message.ts';
import { requireFound } from '../../server/platform/errors.ts';
import type { TestApp } from '../app.ts';
import { createStaff } from '../factories.ts';
import { askDaniel, createFamily, leaveForMaya } from '../guardians.ts';
import { deliverDue, leave } from '../released.ts';
import { createOwner } from '../routes/hostile-input.ts';
import { endWindow, reportedOwner } from '../trusted-access.ts';
import type { Known } from './schema-values.ts';

/** One of the people who may send us requests. */
export interface Somebody {
  name: 'nobody' | 'an owner' | 'a recipient' | 'a contact' | 'a guardian' | 'staff';
  token?: string;
  cookies?: Record<string, string>;
  /** The link's token, by which we know them. */
  link?: string;
}

export interface Cast {
  people: readonly Somebody[];
  known: Known;
}

/** An owner who is alive, and one who has died and left a letter: a recipient has opened it, and a contact was told. */
export async function createCast(testApp: TestApp): Promise<Cast> {
  // Staff of an earlier cast may have put all deliveries on hold.
  await testApp.services.db.execute(
    sql`update delivery_holds set released_at = ${testApp.clock.now().toISOString()}`,
  );
  const owner = await createOwner(testApp);
  const staff = await createStaff(testApp);
  const dead = await reportedOwner(testApp);
  await leave(testApp, dead);
  await endWindow(testApp, dead.reportId);
  await deliverDue(testApp);
  const received = await linkOf(testApp, requireFound(dead.recipients[1]).id);
  const family = await createFamily(testApp);
  await leaveForMaya(testApp, family, 10);
  const guardian = await askDaniel(testApp, family);
  return {
    people: [
      { name: 'nobody' },
      { name: 'an owner', token: owner.token, cookies: owner.cookies },
      { name: 'a recipient', link: received, cookies: await openedBy(testApp, received) },
      { name: 'a contact', link: dead.token },
      { name: 'a guardian', link: guardian },
      { name: 'staff', token: staff.token, cookies: staff.cookies },
    ],
    known: {
      ids: await someIds(testApp),
      tokens: [received, dead.token, guardian, 'x'.repeat(43)],
      emails: [owner, staff, dead.owner, family.owner].map(({ user }) => user.email),
    },
  };
}

async function linkOf({ services }: TestApp, recipientId: string): Promise<string> {
  const { rows } = await services.db.execute<{ id: string }>(
    sql`select id from delivery_queue where recipient_id = ${recipientId}`,
  );
  return deliveryToken(services, requireFound(rows[0]).id);
}

async function openedBy({ app }: TestApp, token: string): Promise<Record<string, string>> {
  const answer = await app.inject({ method: 'POST', url: `/api/received/${token}/open`, payload: {} });
  if (answer.statusCode !== 200) throw new Error(`Opening answered ${answer.body}`);
  return Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
}

/** The newest id of each table, and one that does not exist. */
async function someIds({ services: { db } }: TestApp): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'id' and data_type = 'uuid' order by table_name`);
  const found = ['0193a5f0-0000-7000-8000-000000000001'];
  for (const { name } of tables) {
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from ${sql.identifier(name)} order by id desc limit 2`,
    );
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}
