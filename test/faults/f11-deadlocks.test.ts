import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { findDifferences } from '../../server/features/delivery/deliveries/reconcile.ts';
import { deliverBatch } from '../../server/features/delivery/deliveries/send/deliver-batch.ts';
import { recipients } from '../../server/features/people/recipients/recipients.table.ts';
import { startTestApp } from '../app.ts';
import { createPerson, createRecipient } from '../factories.ts';
import { mailTo } from '../mailbox.ts';
import { deliveriesOf, startDelivery } from '../started-delivery.ts';

// PostgreSQL aborts one of two transactions that wait for each other, or that could not have run one after the other.

const testApp = await startTestApp();
const { services } = testApp;
const { db } = services;

/** The next `times` writes of this kind fail as if PostgreSQL had aborted them. A sequence counts, because it survives a rollback. */
async function fail(times: number, on: string, code: '40001' | '40P01', when = 'true'): Promise<void> {
  await db.execute(
    sql.raw(`
    drop sequence if exists f11_times cascade; create sequence f11_times;
    create or replace function f11_fail() returns trigger language plpgsql as $$
      begin
        if nextval('f11_times') <= ${times} then raise exception 'ended by a test' using errcode = '${code}'; end if;
        return new;
      end $$;
    create or replace trigger f11 before ${on} for each row when (${when}) execute function f11_fail()`),
  );
}

const tables = ['recipients', 'delivery_queue'] as const;
beforeEach(async () => {
  for (const table of tables) await db.execute(sql.raw(`drop trigger if exists f11 on ${table}`));
});

test.each(['40001', '40P01'] as const)(
  'a request that is ended with %s is done again, once',
  async (code) => {
    const owner = await createPerson(testApp);
    await fail(2, 'insert on recipients', code);
    const { id } = await createRecipient(owner);
    const kept = await db.select().from(recipients).where(eq(recipients.userId, owner.user.id));
    expect(kept.map((row) => row.id)).toEqual([id]);
  },
);

test('one that is ended again and again answers 503, says when to come back, and leaves nothing', async () => {
  const owner = await createPerson(testApp);
  await fail(1_000, 'insert on recipients', '40P01');
  const payload = { firstName: 'Maya', lastName: 'Alvarez', relationship: 'child' };
  const answer = await owner.request({ method: 'POST', url: '/api/recipients', payload });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  expect(answer.json()).toMatchObject({
    message: expect.not.stringMatching(/deadlock|ended by a test|sql/i),
  });
  expect(await db.$count(recipients, eq(recipients.userId, owner.user.id))).toBe(0);
});

test.each([
  ['before it is sent', 'sending'],
  ['while it is recorded', 'delivered'],
])('a delivery that meets one %s is sent once', async (_when, status) => {
  const started = await startDelivery(testApp);
  const [delivery] = await deliveriesOf(testApp, started);
  const { id = '' } = delivery ?? {};
  await fail(2, 'update on delivery_queue', '40P01', `new.status = '${status}'`);
  await deliverBatch(services, [id]);
  expect(await mailTo(services, started.recipients[0]?.email ?? '')).toHaveLength(1);
  expect((await deliveriesOf(testApp, started))[0]?.status).toBe('delivered');
  expect(await findDifferences(db, services.clock.now())).toEqual([]);
});
