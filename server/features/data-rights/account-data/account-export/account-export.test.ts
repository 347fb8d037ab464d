import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PlacedGiftOrder } from '../../../../../shared/store/gift-orders.ts';
import {
  begin,
  confirmation,
  readyExport,
  stateOf,
  uploadPhoto,
  url,
} from '../../../../../test/account-exports.ts';
import { eventually, startTestApp, type TestApp } from '../../../../../test/app.ts';
import { codeOf, protectWithCode } from '../../../../../test/authenticator.ts';
import { paymentAt, press } from '../../../../../test/checkout.ts';
import { chooseDeletion } from '../../../../../test/delete-on-death.ts';
import {
  createApprovedLetter,
  createLetter,
  createPerson,
  createRecipient,
  createSchedule,
  goodPassword,
  type Person,
} from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { readZip } from '../../../../../test/zip.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { counselorBookings } from '../../../care/counseling/counselor-bookings/counselor-bookings.table.ts';
import { therapyRequests } from '../../../care/counseling/therapy-requests/therapy-requests.table.ts';
import { physicalItems } from '../../../keepsakes/physical-items/physical-items.table.ts';
import { physicalStorageRequests } from '../../../keepsakes/physical-items/storage-requests/storage-requests.table.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
  await testApp.work();
});

const unlock = (person: Person) =>
  person.request({ method: 'POST', url: `${url}/unlock`, payload: confirmation });
const fetchFile = (person: Person) => person.request({ url: `${url}/file` });
const photo = (background: string) =>
  sharp({ create: { width: 80, height: 60, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** An account with a letter, two photos of the same name, two recipients and a schedule. */
async function createFullAccount() {
  const person = await createPerson(testApp, { phone: '+1 212 555 0134' });
  const letter = await createApprovedLetter(person, {
    title: 'A <b>toast</b> & more',
    content: 'Dear Maya,\n<script>alert(1)</script> å',
    personalMessage: 'With “love”',
  });
  const bytes = [await photo('red'), await photo('blue')];
  const photos = [
    await uploadPhoto(person, 'Red', '../über & out?.jpg', bytes[0] ?? Buffer.alloc(0)),
    await uploadPhoto(person, 'Blue', '../über & out?.jpg', bytes[1] ?? Buffer.alloc(0)),
  ];
  const maya = await createRecipient(person, {
    ownerRelationship: 'mother',
    knownBy: 'The key & the frog',
    birthday: '2001-05-04',
    days: [{ name: 'Wedding & feast', date: '2025-09-12' }],
  });
  await createRecipient(person, { firstName: 'Daniel', trustedContact: true, substituteId: maya.id });
  const wishes = {
    reporters: 'trusted_contacts',
    objectionDays: 14,
    quietDays: 7,
    noteToContacts: 'Be kind & slow',
  };
  await person.request({ method: 'PUT', url: '/api/release-wishes', payload: wishes });
  const deliveryDate = new Date(testApp.clock.now().getTime() + 86_400_000).toISOString();
  await createSchedule(person, { memoryId: letter.id, recipientIds: [maya.id], deliveryDate });
  const answer = 'My mother’s kitchen & its window';
  await person.request({ method: 'POST', url: '/api/legacy-answers', payload: { questionIndex: 0, answer } });
  const order = {
    gifts: ['flowers'],
    recipientName: 'Maya & Leo',
    deliveryAddress: '1 Quay Street',
    deliveryDate: '2099-05-04',
    memoryId: letter.id,
  };
  await person.request({ method: 'POST', url: '/api/gift-orders', payload: order });
  const content = { title: 'Not finished' };
  await person.request({ method: 'PUT', url: '/api/drafts/letter', payload: { content } });
  return { person, bytes, photos, letter, maya };
}

test('files that are missing or damaged are named in the export and counted in the answer; the rest is in it', async () => {
  const { person, photos } = await createFullAccount();
  const { db, storage } = testApp.services;
  const [red, blue] = await Promise.all(
    photos.map(
      async ({ id }) => (await db.select().from(memories).where(eq(memories.id, id)))[0]?.fileKey ?? '',
    ),
  );
  await storage.remove(red ?? '');
  await storage.put(blue ?? '', Readable.from([Buffer.from('no photo')]), { maxBytes: 100 });
  expect(await readyExport(person)).toMatchObject({ brokenFiles: 2 });
  const files = readZip((await fetchFile(person)).rawPayload);
  const text = String(files.get('Please read - what is missing.txt'));
  expect(text).toMatch(/- files\/0001 .*: it could not be put in, because it is missing/);
  expect(text).toMatch(/- files\/0002 .*: it is in here, but it has changed/);
  expect([...files.keys()].filter((path) => path.startsWith('files/'))).toEqual([
    expect.stringMatching(/^files\/0002 /),
  ]);
  expect(String(files.get('index.html'))).toContain('Not as you left it');
  expect(JSON.parse(String(files.get('data.json'))).memories).toHaveLength(3);
});

describe('an export', () => {
  test('security 61: holds everything: data, originals byte for byte, and a page that opens without us', async () => {
    const { person, bytes, photos } = await createFullAccount();
    await readyExport(person);
    await unlock(person);
    const answer = await fetchFile(person);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'content-security-policy': 'sandbox',
      'content-disposition': expect.stringMatching(/^attachment; filename="long-after-\d{4}-\d\d-\d\d\.zip"/),
    });
    const files = readZip(answer.rawPayload);
    const data = JSON.parse(String(files.get('data.json')));
    const stats = (await person.request({ url: '/api/user/stats' })).json();
    expect(data.memories).toHaveLength(stats.letterCount + stats.photoCount);
    expect(data.schedules).toHaveLength(stats.scheduledDeliveries);
    expect(data.recipients.map(({ firstName }: { firstName: string }) => firstName)).toEqual([
      'Maya',
      'Daniel',
    ]);
    expect(data.account).toMatchObject({ quietDays: 7, secondEmail: null });
    expect(data.releaseWishes).toMatchObject({
      reporters: 'trusted_contacts',
      objectionDays: 14,
      noteToContacts: 'Be kind & slow',
    });
    expect(data.recipients[1].substituteId).toBe(data.recipients[0].id);
    const days = [{ name: 'Wedding & feast', date: '2025-09-12' }];
    expect(data.recipients[0]).toMatchObject({
      ownerRelationship: 'mother',
      knownBy: 'The key & the frog',
      birthday: '2001-05-04',
      days,
    });
    const shown = ['You are: mother', '4 May 2001: born', '12 September 2025: Wedding &amp; feast'];
    for (const line of [...shown, 'A line only you could have written: The key &amp; the frog'])
      expect(String(files.get('index.html'))).toContain(line);
    expect(String(files.get('index.html'))).toContain('Be kind &amp; slow');
    expect(data.account).toMatchObject({ email: person.user.email, phone: '+1 212 555 0134' });
    expect(data.schedules[0].recipients).toMatchObject([{ name: 'Maya Alvarez', state: 'planned' }]);
    expect(data.legacyAnswers).toMatchObject([
      { questionIndex: 0, answer: 'My mother’s kitchen & its window' },
    ]);
    expect(data.giftOrders).toMatchObject([
      { giftDetails: [{ id: 'flowers' }], recipientName: 'Maya & Leo', status: 'pending', totalAmount: 89 },
    ]);
    expect(data.drafts).toMatchObject([{ kind: 'letter', content: { title: 'Not finished' } }]);
    expect([...files.keys()].filter((path) => path.startsWith('files/'))).toHaveLength(2);
    for (const [index, { id }] of photos.entries()) {
      const { file } = data.memories.find((memory: { id: string }) => memory.id === id);
      const original = files.get(file.path) ?? Buffer.alloc(0);
      expect(original.equals(bytes[index] ?? Buffer.alloc(1))).toBe(true);
      expect(createHash('sha256').update(original).digest('hex')).toBe(file.sha256);
    }
  });

  test('security 59: its page is plain: no script, nothing fetched, what people wrote as text, links that lead to the files', async () => {
    const { person } = await createFullAccount();
    await readyExport(person);
    await unlock(person);
    const files = readZip((await fetchFile(person)).rawPayload);
    const page = String(files.get('index.html'));
    expect(page).not.toMatch(/<script|<link|https?:\/\/|\son\w+=|@import|url\(/i);
    expect(page).toContain('A &lt;b&gt;toast&lt;/b&gt; &amp; more');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; å');
    expect(page).toContain('With “love”');
    expect(page).toContain('My mother’s kitchen &amp; its window');
    expect(page).toContain('Maya Alvarez (planned)');
    expect(page).toContain('For Maya &amp; Leo, on 4 May 2099: $89.00, waiting for payment');
    expect(page).toContain('child');
    const sources = [...page.matchAll(/<img src="([^"]+)"/g)].map(([, source]) =>
      decodeURIComponent(source ?? ''),
    );
    expect(sources).toHaveLength(2);
    for (const source of sources) expect(files.has(source)).toBe(true);
  });

  test('holds no secret and nothing of anybody else', async () => {
    const { person } = await createFullAccount();
    const other = await createPerson(testApp);
    await createLetter(other, { title: 'Not yours' });
    await readyExport(person);
    await unlock(person);
    const files = readZip((await fetchFile(person)).rawPayload);
    const text = `${files.get('data.json')}${files.get('index.html')}`;
    expect(text).not.toMatch(/argon2|tokenHash|fileKey|memories\/|stripe|Not yours/i);
    expect(text).not.toContain(other.user.email);
  });

  test('holds the picture of the profile, or names it as missing', async () => {
    const { services } = testApp;
    const person = await createPerson(testApp);
    const profilePicture = `data:image/jpeg;base64,${(await photo('green')).toString('base64')}`;
    const request = {
      method: 'POST',
      url: '/api/user/profile-picture',
      payload: { profilePicture },
    } as const;
    await person.request(request);
    await readyExport(person);
    await unlock(person);
    const files = readZip((await fetchFile(person)).rawPayload);
    const data = JSON.parse(String(files.get('data.json')));
    expect(data.profilePicture).toMatchObject({ contentType: 'image/webp' });
    const shown = (await person.request({ url: request.url })).rawPayload;
    expect(files.get(data.profilePicture.path)?.equals(shown)).toBe(true);
    expect(String(files.get('index.html'))).toContain('alt="Your picture"');

    const [row] = await services.db.select().from(users).where(eq(users.id, person.user.id));
    await services.storage.remove(row?.profilePicture ?? '');
    expect(await readyExport(person)).toMatchObject({ brokenFiles: 1 });
  });

  test('of an account with nothing in it is a page all the same', async () => {
    const person = await createPerson(testApp);
    await readyExport(person);
    await unlock(person);
    const files = readZip((await fetchFile(person)).rawPayload);
    expect([...files.keys()]).toEqual(['index.html', 'data.json']);
    expect(String(files.get('index.html'))).toContain('None.');
  });

  test('names what was paid, and what was given back of it', async () => {
    const person = await createPerson(testApp);
    const payload = {
      gifts: ['flowers'],
      recipientName: 'Maya',
      deliveryAddress: '1 Quay Street',
      deliveryDate: '2099-05-04',
    };
    const order = (
      await person.request({ method: 'POST', url: '/api/gift-orders', payload })
    ).json<PlacedGiftOrder>();
    await press(testApp, await paymentAt(testApp, order.checkoutUrl), 'pay');
    await person.request({ method: 'POST', url: `/api/gift-orders/${order.id}/cancel` });
    await readyExport(person);
    await unlock(person);
    const files = readZip((await fetchFile(person)).rawPayload);
    const { payments } = JSON.parse(String(files.get('data.json')));
    expect(payments).toMatchObject([{ purpose: 'gift-order', amount: 89, refund: { amount: 89 } }]);
    expect(String(files.get('index.html'))).toMatch(/\$89\.00; \$89\.00 (refunded on|will be refunded)/);
  });

  test('security 61: holds all counseling sessions, items and requests, also more than their pages list', async () => {
    const person = await createPerson(testApp);
    const userId = person.user.id;
    const at = { createdAt: testApp.clock.now(), updatedAt: testApp.clock.now() };
    const slot = { sessionType: 'individual', sessionDate: '2021-05-04', sessionTime: '10:00' } as const;
    const session = { userId, ...slot, startsAt: testApp.clock.now(), price: 75, ...at };
    const wish = { preferredDate: '2021-05-04', preferredTime: 'in the morning', ...at } as const;
    const request = { userId, sessionType: 'individual', ...wish } as const;
    await testApp.services.db.insert(counselorBookings).values(Array(501).fill(session));
    await testApp.services.db.insert(therapyRequests).values(Array(201).fill(request));
    const item = { userId, title: 'A ring', description: 'Gold', category: 'jewelry', ...at } as const;
    await testApp.services.db.insert(physicalItems).values(Array(201).fill(item));
    const storage = { userId, itemType: 'jewelry', itemDescription: 'A ring', ...at } as const;
    await testApp.services.db.insert(physicalStorageRequests).values(Array(201).fill(storage));
    await readyExport(person);
    await unlock(person);
    const files = readZip((await fetchFile(person)).rawPayload);
    const data = JSON.parse(String(files.get('data.json')));
    expect([data.counselorBookings.length, data.therapyRequests.length]).toEqual([501, 201]);
    expect([data.physicalItems.length, data.storageRequests.length]).toEqual([201, 201]);
  });

  test('tells the pages of its progress and the owner by mail, and is written down', async () => {
    const { person } = await createFullAccount();
    const heard: string[] = [];
    testApp.services.events.subscribe(person.user.id, (topics) => heard.push(...topics));
    const state = await readyExport(person);
    expect(state).toMatchObject({ percent: 100, sizeBytes: expect.any(Number) });
    expect(state.availableUntil).toBe(new Date(testApp.clock.now().getTime() + 86_400_000).toISOString());
    await eventually(async () => heard.filter((topic) => topic === 'export').length > 1, 'the news');
    await eventually(async () => {
      const mails = await mailTo(testApp.services, person.user.email);
      return mails.some(({ subject }) => subject === 'Your export is ready');
    }, 'the mail about it');
    const entries = await testApp.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.userId, person.user.id))
      .orderBy(auditLog.id);
    const actions = entries.map(({ action }) => action).filter((action) => action.startsWith('export'));
    expect(actions).toEqual(['export.requested', 'export.ready']);
  });
});

test('of what is to be deleted when its owner dies there is the title only, also where it was given or is being changed', async () => {
  const person = await createPerson(testApp);
  const secret = 'Nobody should read this';
  const letter = await createApprovedLetter(person, { title: 'My own', content: secret });
  const shown = await uploadPhoto(person, 'My own photo', 'mine.jpg', await photo('red'));
  await person.request({
    method: 'PUT',
    url: `/api/drafts/memory:${letter.id}`,
    payload: { content: { content: secret } },
  });
  for (const { id } of [letter, shown]) expect((await chooseDeletion(person, id)).statusCode).toBe(200);
  await readyExport(person);
  await unlock(person);
  const entries = readZip((await fetchFile(person)).rawPayload);
  expect([...entries.keys()].filter((name) => name.startsWith('files/'))).toEqual([]);
  for (const name of ['data.json', 'index.html']) {
    const text = String(entries.get(name));
    expect(text).toContain('My own photo');
    expect(text).not.toContain(secret);
  }
});

test('whatever is kept of an owner is either in the export or left out on purpose, and is erased with the account', async () => {
  const exported = [
    'account_views',
    'checkout_sessions',
    'counselor_bookings',
    'delivery_queue',
    'drafts',
    'earlier_addresses',
    'gift_orders',
    'legacy_answers',
    'memories',
    'memory_openings',
    'memory_versions',
    'physical_items',
    'physical_storage_requests',
    'recipients',
    'release_wishes',
    'schedules',
    'series',
    'subscriptions',
    'subscription_payments',
    'therapy_requests',
    'uploads',
  ];
  /** How the account is protected, what was done to it, and what others said about it: nothing that its owner has left here. */
  const ours = [
    'account_exports',
    'address_changes',
    'arrears_notices',
    'closing_notices',
    'schedule_hand_overs',
    'keep_current_links',
    'death_certificates',
    'death_reports',
    'guardian_links',
    'guardian_questions',
    'inquiries',
    'life_changes',
    'outbox_mails',
    'owner_questions',
    'audit_log',
    'recipient_corrections',
    'recovery_codes',
    'releases',
    'sessions',
    'sign_in_challenges',
    'staff_role_changes',
    'trusted_access',
    'two_factor',
  ];
  const { db } = testApp.services;
  const kept = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'user_id' order by 1`);
  const names = kept.rows.map(({ name }) => name);
  expect(names).toEqual([...exported, ...ours].toSorted());
  const cascades = await db.execute<{ name: string }>(sql`
    select conrelid::regclass::text as name from pg_constraint
    where confdeltype = 'c' and (confrelid = 'users'::regclass
      or conrelid = 'delivery_queue'::regclass and confrelid = 'schedules'::regclass) order by 1`);
  expect(cascades.rows.map(({ name }) => name)).toEqual(names.filter((name) => name !== 'audit_log'));
});

describe('who gets it', () => {
  test('security 61: 400: asking or fetching without the password, with a wrong one, or without the code', async () => {
    const person = await createPerson(testApp);
    expect((await begin(person, {})).statusCode).toBe(400);
    const wrong = { password: 'Quiet-Harbour-1995' };
    expect((await begin(person, wrong)).json().fields).toHaveProperty('password');
    expect((await stateOf(person)).status).toBe('none');
    const { secret } = await protectWithCode(testApp, person);
    expect((await begin(person)).json().fields).toHaveProperty('code');
    const payload = { ...confirmation, code: await codeOf(testApp, secret) };
    expect((await begin(person, payload)).statusCode).toBe(202);
  });

  test('with two-factor sign-in, whoever asked for it downloads it within ten minutes without a second question', async () => {
    const person = await createPerson(testApp);
    const { secret } = await protectWithCode(testApp, person);
    const payload = { ...confirmation, code: await codeOf(testApp, secret) };
    expect((await begin(person, payload)).json()).toMatchObject({ isUnlocked: true });
    await eventually(async () => (await stateOf(person)).status === 'ready', 'the export to be ready');
    expect(await stateOf(person)).toMatchObject({ isUnlocked: true });
    expect((await fetchFile(person)).statusCode).toBe(200);
    testApp.clock.advance(600);
    expect(await stateOf(person)).toMatchObject({ status: 'ready', isUnlocked: false });
    expect((await fetchFile(person)).statusCode).toBe(403);
  });

  test('403: the file without the password just given, in another session, and ten minutes later', async () => {
    const person = await createPerson(testApp);
    await readyExport(person);
    testApp.clock.advance(600);
    expect((await fetchFile(person)).statusCode).toBe(403);
    const login = await testApp.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: person.user.email, password: goodPassword },
    });
    const headers = { authorization: `Bearer ${login.json().token}` };
    expect((await unlock(person)).json()).toEqual({
      url: `${url}/file`,
      unlockedUntil: new Date(testApp.clock.now().getTime() + 600_000).toISOString(),
    });
    expect((await testApp.app.inject({ url: `${url}/file`, headers })).statusCode).toBe(403);
    expect((await fetchFile(person)).statusCode).toBe(200);
    testApp.clock.advance(600);
    expect((await fetchFile(person)).statusCode).toBe(403);
  });

  test('206: a download that broke off goes on', async () => {
    const person = await createPerson(testApp);
    await readyExport(person);
    await unlock(person);
    const whole = (await fetchFile(person)).rawPayload;
    const part = await person.request({ url: `${url}/file`, headers: { range: 'bytes=100-' } });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(whole.subarray(100))).toBe(true);
  });

  test('404: nobody else’s, and none that was not made', async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
    await readyExport(person);
    expect((await unlock(other)).statusCode).toBe(404);
    expect((await fetchFile(other)).statusCode).toBe(404);
    expect((await stateOf(other)).status).toBe('none');
  });

  test.each([
    ['GET', url],
    ['POST', url],
    ['POST', `${url}/unlock`],
    ['GET', `${url}/file`],
  ] as const)('401: %s %s without a session', async (method, path) => {
    const answer = await testApp.app.inject({ method, url: path, ...(method === 'POST' && { payload: {} }) });
    expect(answer.statusCode).toBe(401);
  });
});
