import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { ReceivedCover } from '../../../../shared/delivery/received.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { hardBounces } from '../../../../test/bounce-mails.ts';
import { givenDeliveries } from '../../../../test/given-deliveries.ts';
import { dayIn } from '../../../../test/guardians.ts';
import { codeTo, mailTo } from '../../../../test/mailbox.ts';
import { openBrowser } from '../../../../test/recipient-browser.ts';
import { deliveriesOf, startDelivery } from '../../../../test/started-delivery.ts';
import { inTransaction } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { returnPathFor } from '../../../platform/mail/return-path.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { readBounce, receiveBounce } from '../deliveries/bounces/receive-bounces.ts';
import { deliveryToken } from '../deliveries/message/message.ts';
import { deliverBatch } from '../deliveries/send/deliver-batch.ts';
import { startDueSchedules } from '../deliveries/start/start.ts';

// A delivery keeps its link wherever it goes. Whoever has it at an earlier address is not let in at the next one.

const bounceAddress = 'bounce@long-after.example';
const testApp = await startTestApp({
  clock: createTestClock('2030-05-04T12:00:00Z'),
  env: { BOUNCE_ADDRESS: bounceAddress, BOUNCE_WEBHOOK_SECRET: 'a secret of the mail service' },
});
const { services, clock, app } = testApp;
const { db } = services;
const given = givenDeliveries(testApp);

type Started = Awaited<ReturnType<typeof startDelivery>>;
const twoAddresses = () => ({ people: [{ secondEmail: `second.${crypto.randomUUID()}@example.com` }] });
const firstOf = async (started: Started) => requireFound((await deliveriesOf(testApp, started))[0]);
const mayaOf = ({ recipients: [maya] }: Started) => requireFound(maya);

async function sent(started: Started) {
  await deliverBatch(services, [(await firstOf(started)).id]);
  return firstOf(started);
}

/** Something else for the same person. */
async function sendAnother(started: Started) {
  clock.advance(61);
  const next = await given.schedule(started, [mayaOf(started).id]);
  clock.advance(61);
  await startDueSchedules(services);
  await deliverBatch(services, [(await firstOf(next)).id]);
  return firstOf(next);
}

async function correct(started: Started): Promise<string> {
  const maya = mayaOf(started);
  const email = `next.${maya.id}@example.com`;
  const url = `/api/recipients/${maya.id}`;
  expect((await started.owner.request({ method: 'PUT', url, payload: { ...maya, email } })).statusCode).toBe(
    200,
  );
  return email;
}

/** Its reader at the first address has a mail system report that it came back, and it goes to the next. */
async function comesBack(id: string, address: string): Promise<void> {
  const to = returnPathFor(services.appSecret, bounceAddress, { kind: 'delivery', id, attempt: 1 });
  const raw = Buffer.from(requireFound(hardBounces['Postfix'])({ to, address }));
  const bounce = requireFound(await readBounce(services, raw, {}));
  await inTransaction(db, (tx) => receiveBounce(tx, services, bounce));
  await deliverBatch(services, [id]);
}

test('a mail that nobody answered had arrived at the wrong address: whoever has it there needs a code', async () => {
  const started = await startDelivery(testApp);
  await given.attempt(started, { kind: 'later', unknown: true, message: 'No answer' });
  const email = await correct(started);
  await given.attempt(started);
  const { id, sentTo, status } = await firstOf(started);
  expect([sentTo, status]).toEqual([email, 'delivered']);
  const token = deliveryToken(services, id);
  expect((await openBrowser(app).open(token)).statusCode).toBe(409);
  const maya = openBrowser(app);
  expect((await maya.open(token, { code: await codeTo(services, email) })).statusCode).toBe(200);
});

test('whoever has a mail reported as returned does not open the page of the second address', async () => {
  const started = await startDelivery(testApp, twoAddresses());
  const { id } = await sent(started);
  await comesBack(id, mayaOf(started).email ?? '');
  expect(await firstOf(started)).toMatchObject({ status: 'delivered', sentTo: mayaOf(started).secondEmail });
  expect((await openBrowser(app).open(deliveryToken(services, id))).statusCode).toBe(409);
});

test('a code that was sent to the first address does not open the page of the second', async () => {
  const started = await startDelivery(testApp, twoAddresses());
  const first = mayaOf(started).email ?? '';
  const read = await sent(started);
  const unread = await sendAnother(started);
  await openBrowser(app).open(deliveryToken(services, read.id), { id: read.id });
  const laptop = openBrowser(app);
  const token = deliveryToken(services, unread.id);
  expect((await laptop.open(token)).statusCode).toBe(409);
  const code = await codeTo(services, first);
  await comesBack(unread.id, first);
  expect((await laptop.open(token, { code })).statusCode).toBe(400);
});

test('whoever no longer has the address that a link came to gets in by a code to the one where they are reached now', async () => {
  const started = await startDelivery(testApp);
  const first = mayaOf(started).email ?? '';
  const token = deliveryToken(services, (await sent(started)).id);
  await openBrowser(app).open(token);
  const tablet = openBrowser(app);
  const cover = async () => (await tablet.get(`/api/received/${token}`)).json<ReceivedCover>();
  const askElsewhere = () => tablet.act(token, 'code', { to: 'elsewhere' });
  expect(await cover()).toMatchObject({ codeNeeded: true, codeElsewhere: false });
  expect((await askElsewhere()).json()).not.toHaveProperty('fields');
  await tablet.act(token, 'code');
  const atFirst = await codeTo(services, first);

  const email = await correct(started);
  expect(await cover()).toMatchObject({ codeNeeded: true, codeElsewhere: true, opened: [] });
  expect((await askElsewhere()).json()).toMatchObject({
    code: 'conflict',
    fields: { code: expect.any(String) },
  });
  const code = await codeTo(services, email);
  if (code !== atFirst) expect((await tablet.act(token, 'code', { code: atFirst })).statusCode).toBe(400);
  expect((await tablet.act(token, 'code', { code })).json()).toMatchObject({ codeNeeded: false });
  expect((await cover()).opened).toHaveLength(1);
  expect((await tablet.act(token, 'decline')).statusCode, 'it is still an earlier address').toBe(409);
});

test('no code goes to an address that others have just changed, or that somebody has disowned', async () => {
  const started = await startDelivery(testApp);
  const { id } = mayaOf(started);
  const token = deliveryToken(services, (await sent(started)).id);
  await openBrowser(app).open(token);
  const email = await correct(started);
  const set = (values: Partial<typeof recipients.$inferInsert>) =>
    db.update(recipients).set(values).where(eq(recipients.id, id));
  const isElsewhere = async () => {
    const tablet = openBrowser(app);
    const { statusCode } = await tablet.act(token, 'code', { to: 'elsewhere' });
    const { codeElsewhere } = (await tablet.get(`/api/received/${token}`)).json<ReceivedCover>();
    return { codeElsewhere, statusCode, isSent: (await mailTo(services, email)).length > 0 };
  };
  const refused = { codeElsewhere: false, statusCode: 409, isSent: false };
  await set({ addressWaitsUntil: new Date(clock.now().getTime() + 60_000) });
  expect(await isElsewhere()).toEqual(refused);
  await set({ addressWaitsUntil: null, disownedAt: clock.now(), disownedAddress: email });
  expect(await isElsewhere()).toEqual(refused);
  await set({ disownedAt: null, disownedAddress: null });
  expect(await isElsewhere()).toEqual({ codeElsewhere: true, statusCode: 409, isSent: true });
});

test.each([0, 0.3])(
  'a stranger opens it and says "not for me" to a process that is %d s ahead: it is sent again',
  async (ahead) => {
    clock.differ(ahead);
    const started = await startDelivery(testApp);
    clock.advance(1);
    const { id } = await sent(started);
    const stranger = openBrowser(app);
    const token = deliveryToken(services, id);
    await stranger.open(token);
    expect((await stranger.act(token, 'not-me')).statusCode).toBe(200);
    clock.differ(0);
    expect(await firstOf(started)).toMatchObject({ status: 'waiting', waitingReason: 'not_theirs' });
  },
);

test('"not for me" at an earlier address leaves the reminder at the present one', async () => {
  const started = await startDelivery(testApp);
  const before = deliveryToken(services, (await sent(started)).id);
  const former = openBrowser(app);
  await former.open(before);
  await correct(started);
  const now = deliveryToken(services, (await sendAnother(started)).id);
  const maya = openBrowser(app);
  await maya.open(now);
  const on = dayIn(testApp, 5);
  expect((await maya.act(now, 'remind', { on })).statusCode).toBe(200);
  expect((await former.act(before, 'not-me')).statusCode).toBe(200);
  expect((await maya.get(`/api/received/${now}`)).json()).toMatchObject({ said: { remindOn: on } });
});

test('whoever has an address that the owner has removed, and replaced by none, decides nothing any more', async () => {
  const started = await startDelivery(testApp);
  const { id, email } = mayaOf(started);
  const token = deliveryToken(services, (await sent(started)).id);
  const former = openBrowser(app);
  await former.open(token);
  await db.update(recipients).set({ email: null, phone: null }).where(eq(recipients.id, id));
  expect((await former.get(`/api/received/${token}`)).json()).toMatchObject({
    said: { can: ['reply', 'not-me'] },
  });
  expect((await former.act(token, 'decline')).statusCode).toBe(409);
  await db.update(recipients).set({ email }).where(eq(recipients.id, id));
  expect((await former.act(token, 'decline')).statusCode).toBe(200);
});

test('409: whoever takes "not for me" back at an earlier address, where the next has been disowned too', async () => {
  const started = await startDelivery(testApp);
  const first = mayaOf(started).email ?? '';
  const before = deliveryToken(services, (await sent(started)).id);
  await openBrowser(app).open(before);
  clock.advance(60);
  const second = openBrowser(app);
  await second.open(before);
  await second.open(before, { code: await codeTo(services, first) });
  clock.advance(60);
  expect((await second.act(before, 'not-me')).statusCode).toBe(200);
  const email = await correct(started);
  const next = await sendAnother(started);
  const stranger = openBrowser(app);
  expect((await stranger.act(deliveryToken(services, next.id), 'not-me')).statusCode).toBe(200);
  expect((await second.act(before, 'not-me/undo')).statusCode).toBe(409);
  const [entry] = await db
    .select()
    .from(recipients)
    .where(eq(recipients.id, mayaOf(started).id));
  expect(entry).toMatchObject({ disownedAddress: email });
});
