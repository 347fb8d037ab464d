import { eq, sql } from 'drizzle-orm';
import { users } from '../server/features/accounts/profile/profile.table.ts';
import { deliverBatch } from '../server/features/delivery/deliveries/send/deliver-batch.ts';
import { startDueSchedules } from '../server/features/delivery/deliveries/start/start.ts';
import { correctAddress } from './address-changes.ts';
import type { TestApp } from './app.ts';
import { linkFor } from './arrears.ts';
import { protectWithCode } from './authenticator.ts';
import { choosePlan, press } from './checkout.ts';
import type { Person } from './factories.ts';
import { tell } from './life-changes.ts';
import { addSecondEmail, askWishes, makeCode } from './release-wishes.ts';
import { leave } from './released.ts';
import { routeRows } from './routes/all-rows.ts';
import { type StoredState, storedState } from './routes/stored-state.ts';
import { deliveriesOf, startDelivery } from './started-delivery.ts';
import { beginWindow, endWindow, reportedOwner } from './trusted-access.ts';

/** Requests of their owner; for each, its row in test/routes creates one thing. */
const theirs = [
  // First, while the plan is free: a page that is open.
  'GET /api/checkout-session/:sessionId',
  'GET /api/memories/:id/file',
  'GET /api/legacy-answers',
  'GET /api/drafts',
  'GET /api/series',
  'GET /api/uploads',
  'GET /api/received/:token/everything.zip',
  'GET /api/guardian/:token',
  'GET /api/user/profile-picture',
  'GET /api/user/export',
  'GET /api/physical-items/:id/images/:imageId',
  'GET /api/physical-storage-requests',
  'GET /api/counselor-bookings',
  'GET /api/therapy-requests',
  'GET /api/gift-orders',
  'GET /api/admin/refunds/:id',
];

/**
 * Two people who have one of everything and do nothing: what is done to others must not touch their rows. The first is alive,
 * with one person who has what was left, one who is about to get it and one without an address; a death was reported and is
 * about to be believed. The second, who had a subscription, has died, and the bereaved tell us what has changed.
 */
export async function createBystanders(testApp: TestApp): Promise<Person[]> {
  // The first one last: otherwise the other's purchase would close one of their pages unnoticed.
  const released = await createReleased(testApp);
  return [await createAlive(testApp), released];
}

async function createAlive(testApp: TestApp): Promise<Person> {
  const { services } = testApp;
  const people = [{ firstName: 'Nora' }, { trustedContact: true }, { email: undefined, phone: undefined }];
  const started = await startDelivery(testApp, { people });
  const { owner } = started;
  const [delivered, , unreachable] = await deliveriesOf(testApp, started);
  await deliverBatch(
    services,
    [delivered, unreachable].flatMap((row) => row?.id ?? []),
  );
  const url = `/api/memories/${started.memoryId}`;
  await owner.request({ method: 'PATCH', url, payload: { title: 'Second thoughts' } });
  for (const route of theirs) {
    const row = routeRows[route];
    if (!row) throw new Error(`There is no ${route}`);
    await row.ask({ testApp, owner });
  }
  await addSecondEmail(testApp, owner, `second.${owner.user.email}`);
  await askWishes(owner, 'second-email/removal');
  await makeCode(owner);
  await linkFor(testApp, owner);
  await protectWithCode(testApp, owner);
  await beginWindow(testApp, owner);
  await services.db.update(users).set({ isAdmin: false }).where(eq(users.id, owner.user.id));
  return owner;
}

async function createReleased(testApp: TestApp): Promise<Person> {
  const reported = await reportedOwner(testApp, [{}], { plan: 'free' });
  await leave(testApp, reported);
  await press(testApp, await choosePlan(testApp, reported.owner, { subscriptionPlan: 'premium' }), 'pay');
  await endWindow(testApp, reported.reportId);
  await startDueSchedules(testApp.services);
  const person = reported.recipients[1]?.id ?? '';
  await correctAddress(testApp, reported, person, { email: 'elsewhere@example.org' });
  await tell(testApp, reported, person, { kind: 'pause', note: 'Ill' });
  return reported.owner;
}

/** Tables with rows of somebody, but none of these two people. */
export async function tablesWithout({ services }: TestApp, people: readonly Person[]): Promise<string[]> {
  const ids = sql.param(people.map(({ user }) => user.id));
  const { rows } = await services.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'user_id' order by 1`);
  const empty: string[] = [];
  for (const { name } of rows) {
    const found = sql`select from ${sql.identifier(name)} where user_id = any(${ids}::uuid[]) limit 1`;
    if ((await services.db.execute(found)).rows.length === 0) empty.push(name);
  }
  return empty;
}

/** How often their rows have been written so far, by table. If it is the same before and after, nothing was changed. */
export async function rowsOf(testApp: TestApp, people: readonly Person[]): Promise<StoredState[]> {
  const states: StoredState[] = [];
  for (const { user } of people) states.push(await storedState(testApp, user.id));
  return states;
}
