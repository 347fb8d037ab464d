import tls from 'node:tls';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { hardBounces } from '../../../../../test/bounce-mails.ts';
import { startImapServer } from '../../../../../test/fakes/imap-server.ts';
import { deliveriesOf, startDelivery } from '../../../../../test/started-delivery.ts';
import { openImapMailbox } from '../../../../platform/mail/imap-mailbox.ts';
import { returnPathFor } from '../../../../platform/mail/return-path.ts';
import { checkSettings } from '../../../../start-checks.ts';
import { deliverBatch } from '../send/deliver-batch.ts';
import { bounceMailboxes, bounces, unreadBounces } from './bounces.table.ts';
import { readBounceMailbox } from './read-mailbox.ts';

// F17: a mailbox on a real IMAP server.

const imap = await startImapServer();
const bounceAddress = 'bounce@long-after.example';
const lines: string[] = [];
const testApp = await startTestApp({
  clock: createTestClock('2030-05-04T12:00:00Z'),
  env: { BOUNCE_ADDRESS: bounceAddress, BOUNCE_IMAP_URL: imap.url, LOG_LEVEL: 'warn' },
  onLog: (line) => lines.push(line),
});
const { clock, services } = testApp;
const { db } = services;

beforeEach(() => {
  lines.length = 0;
  imap.fallSilentAt(undefined);
  imap.beforeAnswers(async () => {});
});

async function delivered() {
  const started = await startDelivery(testApp);
  const row = async () => (await deliveriesOf(testApp, started))[0];
  const id = (await row())?.id ?? '';
  await deliverBatch(services, [id]);
  const to = returnPathFor(services.appSecret, bounceAddress, { kind: 'delivery', id, attempt: 1 });
  const address = started.recipients[0]?.email ?? '';
  const bounce = hardBounces['Postfix']?.({ to, address }) ?? '';
  return { id, bounce, state: async () => (await row())?.waitingReason ?? (await row())?.status };
}

const read = () => readBounceMailbox(services);
const position = async () => (await db.select().from(bounceMailboxes))[0];
const countBounces = () => db.$count(bounces);

test('what arrived is read once, in order, and left as it was', async () => {
  const [one, other] = [await delivered(), await delivered()];
  await imap.deliver(one.bounce);
  await imap.deliver('From: somebody@example.org\r\nSubject: No bounce\r\n\r\nHello');
  await imap.deliver(`To: ${bounceAddress}\r\n\r\n${'x'.repeat(2_000_000)}`);
  const last = await imap.deliver(other.bounce);
  await read();
  expect(await one.state()).toBe('bad_address');
  expect(await other.state()).toBe('bad_address');
  expect(await position()).toMatchObject({ name: imap.name, lastUid: last });
  expect([...(await imap.flags()).values()].flat()).not.toContain('\\Seen');
  const before = await countBounces();
  await read();
  expect(await countBounces()).toBe(before);
  expect(lines).toEqual([]);
});

test('of two workers one reads it, and a lease that a dead one left runs out', async () => {
  const { bounce, state } = await delivered();
  await imap.deliver(bounce);
  const before = imap.connections;
  await Promise.all([read(), read(), read()]);
  expect(imap.connections - before).toBeLessThan(3);
  expect(await state()).toBe('bad_address');

  const next = await delivered();
  await imap.deliver(next.bounce);
  await db.update(bounceMailboxes).set({ leasedUntil: sql`${clock.databaseNow()} + interval '30 seconds'` });
  await read();
  expect(await next.state()).toBe('delivered');
  clock.advance(31);
  await read();
  expect(await next.state()).toBe('bad_address');
});

test('a worker whose lease was taken over meanwhile applies nothing', async () => {
  const { bounce, state } = await delivered();
  await imap.deliver(bounce);
  const taken = '0190a1b2-0000-7000-8000-000000000000';
  imap.beforeAnswers(async (asked) => {
    if (/FETCH/i.test(asked)) await db.update(bounceMailboxes).set({ claimId: taken });
  });
  const before = await position();
  await read();
  expect(await state()).toBe('delivered');
  expect(await position()).toMatchObject({ claimId: taken, lastUid: before?.lastUid });
  imap.beforeAnswers(async () => {});
  clock.advance(31);
  await read();
  expect(await state()).toBe('bad_address');
});

test('a mailbox that numbers its messages anew is read from its beginning, and nothing counts twice', async () => {
  const { bounce, state } = await delivered();
  // Keep only a few, so that the new numbers are below those already read.
  for (const old of [...(await imap.flags()).keys()].slice(1)) await imap.remove(old);
  await imap.renumber();
  const uid = await imap.deliver(bounce);
  expect(uid).toBeLessThan((await position())?.lastUid ?? 0);
  const before = await countBounces();
  await read();
  expect(await state()).toBe('bad_address');
  expect(await countBounces()).toBe(before + 1);
  expect(await position()).toMatchObject({ lastUid: uid });
  expect(lines.join()).toContain('numbers its messages anew');
});

test.each([
  ['the greeting', /^/],
  ['signing in', /AUTHENTICATE|LOGIN/i],
  ['opening', /EXAMINE/i],
  ['searching', /SEARCH/i],
  ['fetching', /FETCH/i],
])('a connection that falls silent at %s is given up, and the next one reads on', async (_name, command) => {
  const { bounce, state } = await delivered();
  await imap.deliver(bounce);
  imap.fallSilentAt(command);
  if (_name === 'the greeting') imap.beforeAnswers(() => new Promise(() => {}));
  const impatient = openImapMailbox(imap.url, { connectionMs: 300, silenceMs: 300 });
  await readBounceMailbox({ ...services, bounceMailbox: impatient });
  expect(await state()).toBe('delivered');
  expect(lines.join()).toContain('the mailbox of bounces cannot be read');
  imap.fallSilentAt(undefined);
  imap.beforeAnswers(async () => {});
  await read();
  expect(await state()).toBe('bad_address');
});

test('a message that fails for a fault of ours is kept by its number, and tried again; those after it are read', async () => {
  const [bad, good] = [await delivered(), await delivered()];
  const uid = await imap.deliver(bad.bounce);
  await imap.deliver(good.bounce);
  await db.execute(
    sql.raw(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'a fault'; end $$;
    create trigger refuse before insert on bounces for each row when (new.delivery_id = '${bad.id}')
      execute function refuse();`),
  );
  await read();
  expect(await good.state()).toBe('bad_address');
  expect(await bad.state()).toBe('delivered');
  expect(await db.select().from(unreadBounces)).toMatchObject([{ mailbox: imap.name, uid }]);
  await db.execute(sql`drop trigger refuse on bounces`);
  await read();
  expect(await bad.state()).toBe('delivered');
  clock.advance(15 * 60);
  await read();
  expect(await bad.state()).toBe('bad_address');
  expect(await db.$count(unreadBounces)).toBe(0);
});

test('one that failed and is gone from the mailbox is forgotten', async () => {
  const uid = await imap.deliver('Subject: nothing\r\n\r\n');
  await read();
  const failedAt = clock.now();
  await db.insert(unreadBounces).values({ mailbox: imap.name, uid, error: 'a fault', failedAt });
  await imap.remove(uid);
  clock.advance(15 * 60);
  await read();
  expect(await db.$count(unreadBounces)).toBe(0);
});

test('over TLS it is read where its certificate is trusted, and never otherwise', async () => {
  const { bounce, state } = await delivered();
  await imap.deliver(bounce);
  const services = { ...testApp.services, bounceMailbox: openImapMailbox(imap.tlsUrl) };
  await readBounceMailbox(services);
  expect(await state()).toBe('delivered');
  expect(lines).toMatchObject([expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT')]);
  const usual = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...usual, imap.certificate]);
  await readBounceMailbox(services);
  tls.setDefaultCACertificates(usual);
  expect(await state()).toBe('bad_address');
});

test('settings that the server refuses stop the start by name; one that is away does not', async () => {
  const check = (url: string) =>
    checkSettings({
      ...services,
      bounceMailbox: openImapMailbox(url, { connectionMs: 2_000, silenceMs: 2_000 }),
    });
  await check(imap.url);
  expect(lines).toEqual([]);
  await expect(check(imap.url.replace('Returned', 'Elsewhere'))).rejects.toMatchObject({
    faults: ['BOUNCE_IMAP_URL: There is no folder Elsewhere.'],
  });
  await expect(check(imap.url.replace(/:[^:@]*@/, ':wrong@'))).rejects.toMatchObject({
    faults: ['BOUNCE_IMAP_URL: The mail server refuses the name or password.'],
  });
  await check('imap://bounces:x@127.0.0.1:1');
  expect(lines.join()).toContain('BOUNCE_IMAP_URL: this service cannot be used at the moment');
  await readBounceMailbox({ ...services, bounceMailbox: openImapMailbox('imap://bounces:x@127.0.0.1:1') });
});
