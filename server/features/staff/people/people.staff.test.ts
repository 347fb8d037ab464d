import { and, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StaffViews } from '../../../../shared/accounts/staff.ts';
import type { PeopleList, Person as PersonAnswer } from '../../../../shared/staff/people.ts';
import { startTestApp } from '../../../../test/app.ts';
import {
  createLetter,
  createPerson,
  createRecipient,
  createStaff,
  type Person,
} from '../../../../test/factories.ts';
import { seenOf } from '../../../../test/seen-person.ts';
import { startDelivery } from '../../../../test/started-delivery.ts';
import { inTransaction } from '../../../platform/database.ts';
import { sessions } from '../../accounts/auth/sessions/sessions.table.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { deliveryQueue } from '../../delivery/deliveries/deliveries.table.ts';
import { outboxMails } from '../../outbox/messages/mails/mails.table.ts';
import { auditLog } from '../../system/audit/audit.table.ts';
import { searchPeople } from './search-people.ts';

const testApp = await startTestApp();
const { services, clock } = testApp;
const { db } = services;
const agnes = await createStaff(testApp, { firstName: 'Agnes', lastName: 'Lind' });
const reason = 'She called us';

const search = async (query: Record<string, string>) => agnes.request({ url: '/api/admin/people', query });
const found = async (q: string) => (await search({ q })).json<PeopleList>().people.map(({ email }) => email);
const view = (id: string, staff = agnes) =>
  staff.request({ method: 'POST', url: `/api/admin/people/${id}/view` });
const load = async (id: string) => (await view(id)).json<PersonAnswer>();

describe('GET /api/admin/people', () => {
  test('200: finds what somebody on duty types: any part of a name, of both, or of an address', async () => {
    const [ivan, ming] = ['fi@post.example', 'lm@post.example'];
    const [maya, jose, ruth] = [
      'maya.okonjo-x@mail.example',
      'jl@verein.example.org',
      'ruth_a+letters@example.net',
    ];
    await createPerson(testApp, { firstName: 'Maya', lastName: 'Okonjo Blum', email: maya });
    await createPerson(testApp, { firstName: 'José', lastName: 'Öström', email: jose });
    await createPerson(testApp, { firstName: 'Ruth', lastName: 'Alvarinho', email: ruth });
    await createPerson(testApp, { firstName: 'Фёдор', lastName: 'Иванов', email: ivan });
    await createPerson(testApp, { firstName: '小明华', lastName: '李李', email: ming });
    for (const [typed, email] of [
      ['okonjo', maya],
      ['OKONJO b', maya],
      ['maya ok', maya],
      ['  maya   okonjo ', maya],
      ['okonjo blum, maya', maya],
      ['maya.okonjo', maya],
      ['mail.ex', maya],
      ['@mail.example', maya],
      ['x@mail', maya],
      ['ostrom', jose],
      ['JOSE ÖS', jose],
      ['verein', jose],
      ['ruth alv', ruth],
      ['ruth_a', ruth],
      ['letters@', ruth],
      ['konjo', maya],
      ['aya okonjo bl', maya],
      ['nj', null],
      ['STRÖM', jose],
      ['h_a+letters@ex', ruth],
      ['ванов', ivan],
      ['ЁДОР', ivan],
      ['明华', ming],
      ['明', null],
      ['小明', ming],
    ] as const)
      expect([typed, await found(typed)]).toEqual([typed, email ? [email] : []]);
    for (const typed of [
      '%',
      '_',
      'okonjoo',
      'ruth%',
      'ruth.a',
      "okonjo' or true --",
      '\\',
      '\\\\\\',
      '*',
      '💌',
      '%%%',
      'мария',
    ])
      expect([typed, await found(typed)]).toEqual([typed, []]);
  });

  test('200: each once, page by page, whatever matches and however many', async () => {
    const names = fc.constantFrom('Ana', 'Anna', 'Änne', 'Ann', 'An', 'Bo', 'An Na');
    const people = fc.array(fc.record({ firstName: names, lastName: names }), {
      minLength: 12,
      maxLength: 12,
    });
    for (const [run, batch] of fc.sample(people, { numRuns: 4, seed: 7 }).entries()) {
      const mark = `qz${run}`;
      const now = clock.now();
      await db.insert(users).values(
        batch.map(({ firstName, lastName }, n) => ({
          firstName: mark + firstName,
          lastName: mark + lastName,
          email: `${n % 2 ? mark : 'some'}.${mark}${n}@${mark}.example`,
          password: 'no password',
          createdAt: now,
          updatedAt: now,
        })),
      );
      for (const q of [mark, `${mark}an`, `${mark}.e`, `${mark}anna ${mark}`, `${mark.slice(1)}an`]) {
        const all = await found(q);
        expect(new Set(all).size).toBe(all.length);
        const walked: string[] = [];
        let place: Record<string, string> = {};
        do {
          const page = (await search({ q, limit: '5', ...place })).json<PeopleList>();
          walked.push(...page.people.map(({ email }) => email));
          place = { ...page.next };
        } while (Object.keys(place).length > 0);
        expect(walked).toEqual(all);
      }
      expect(await found(mark)).toHaveLength(batch.length);
    }
  });

  test('400: nothing to search for, half a place, or a foreign one', async () => {
    const id = agnes.user.id;
    for (const query of [
      {},
      { q: '  ' },
      { q: 'x'.repeat(255) },
      { q: 'a', by: 'last_name' },
      { q: 'a', by: 'password', afterText: 'a', after: id },
      { q: 'a', by: 'last_name', afterText: 'a', after: 'x' },
      { q: 'a', limit: '0' },
    ])
      expect([query, (await search(query as Record<string, string>)).statusCode]).toEqual([query, 400]);
    expect((await search({ q: 'a', limit: '1000000000' })).statusCode).toBe(200);
  });

  test('each page is read from an index, not from the whole table', async () => {
    const scans = await inTransaction(db, async (tx) => {
      const countScans = async () => {
        const { rows } = await tx.execute(
          sql`select pg_stat_get_xact_numscans('users'::regclass)::int as "ofTheTable"`,
        );
        return rows;
      };
      await tx.execute(sql`set local enable_seqscan = off`);
      const before = await countScans();
      await searchPeople(tx, { q: 'nobody at all', limit: 50 });
      return { before, after: await countScans() };
    });
    expect(scans.after).toEqual(scans.before);
  });
});

describe('POST /api/admin/people/:id/view', () => {
  test('200: what is known of an account, and nothing of what is kept in it', async () => {
    const started = await startDelivery(testApp, { people: [{ firstName: 'Wilhelmina' }] });
    const { owner } = started;
    await createLetter(owner, { title: 'The harbour, early', content: 'Dear Wilhelmina' });
    await createRecipient(owner, { firstName: 'Zebedee', email: 'zebedee@example.com' });
    await db
      .update(deliveryQueue)
      .set({ status: 'failed', stoppedAt: clock.now() })
      .where(eq(deliveryQueue.userId, owner.user.id));
    const answer = await view(owner.user.id);
    const person = answer.json<PersonAnswer>();
    expect(person).toMatchObject({
      email: owner.user.email,
      emailVerified: true,
      emailVerifiedAt: null,
      twoFactorSince: null,
      paidThrough: null,
      billingPeriod: null,
      suspension: null,
      stoppedDeliveries: 1,
      activity: [],
      acts: ['send-verification', 'end-sessions', 'suspend', 'grant-staff'],
    });
    expect(person.sessions).toMatchObject([{ current: false }]);
    for (const hidden of ['harbour', 'Wilhelmina', 'Zebedee', 'password', 'stripe', 'dateOfBirth', 'phone'])
      expect(answer.body).not.toContain(hidden);
  });

  test('says who of us did what and why, and what may be done now; nobody changes their own role', async () => {
    const ruth = await createPerson(testApp);
    const payload = { reason, seen: await seenOf(testApp, ruth.user.id) };
    const url = `/api/admin/people/${ruth.user.id}/suspension`;
    const answer = await agnes.request({ method: 'POST', url, payload });
    const by = { id: agnes.user.id, name: 'Agnes Lind' };
    expect(answer.json()).toMatchObject({
      suspension: { by, reason },
      activity: [{ action: 'account.suspended', by, reason }],
      sessions: [],
      acts: ['let-in'],
    });
    expect((await load(agnes.user.id)).acts).toEqual(['send-verification', 'end-sessions']);
  });

  test('404: an unknown id, and what is none', async () => {
    const ask = async (id: string) => (await view(id)).statusCode;
    expect(await ask('0193a5f0-0000-7000-8000-000000000001')).toBe(404);
    expect(await ask('x')).toBe(404);
  });
});

describe('who looked at an account', () => {
  const viewsOf = (id: string) =>
    db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.userId, id), eq(auditLog.action, 'account.viewed-by-staff')));
  const shownTo = async (person: Person) =>
    (await person.request({ url: '/api/auth/staff-views' })).json<StaffViews>();

  test('stands in the audit log once for each look, and is shown to the owner and to nobody else', async () => {
    const [ruth, ben] = [await createPerson(testApp), await createPerson(testApp)];
    expect(await shownTo(ruth)).toEqual([]);
    const colleague = await createStaff(testApp);
    const begun = clock.now();
    await Promise.all([view(ruth.user.id), view(ruth.user.id), view(ruth.user.id)]);
    await view(ruth.user.id, colleague);
    clock.advance(9 * 60);
    await view(ruth.user.id);
    expect((await viewsOf(ruth.user.id)).map(({ actor }) => actor).toSorted()).toEqual(
      [agnes.user.id, colleague.user.id].toSorted(),
    );
    clock.advance(60);
    await view(ruth.user.id);
    expect(await viewsOf(ruth.user.id)).toHaveLength(3);
    expect(await shownTo(ruth)).toMatchObject([
      { viewedAt: clock.now().toISOString() },
      { viewedAt: begun.toISOString() },
      { viewedAt: begun.toISOString() },
    ]);
    expect(await shownTo(ben)).toEqual([]);
  });

  test('one’s own account is no news, and an unknown id leaves no trace', async () => {
    await view(agnes.user.id);
    const unknown = '0193a5f0-0000-7000-8000-000000000001';
    await view(unknown);
    expect([await viewsOf(agnes.user.id), await viewsOf(unknown)]).toEqual([[], []]);
  });
});

describe('sessions of somebody', () => {
  const end = async (id: string, more = '', change: object = {}) => {
    const payload = { reason, seen: await seenOf(testApp, id), ...change };
    return agnes.request({ method: 'DELETE', url: `/api/admin/people/${id}/sessions${more}`, payload });
  };

  test('200: one is ended, or all, each with an entry in the audit log', async () => {
    const ruth = await createPerson(testApp);
    const { email } = ruth.user;
    const payload = { email, password: 'Quiet-Harbour-1994' };
    const second = (await testApp.app.inject({ method: 'POST', url: '/api/auth/login', payload })).json()
      .token;
    const [first] = await db.select().from(sessions).where(eq(sessions.userId, ruth.user.id));
    const left = (await end(ruth.user.id, `/${first?.id}`)).json<PersonAnswer>();
    expect(left.sessions).toHaveLength(1);
    const headers = { authorization: `Bearer ${second}` };
    expect((await testApp.app.inject({ url: '/api/user/profile', headers })).statusCode).toBe(200);
    expect((await end(ruth.user.id)).json<PersonAnswer>().sessions).toEqual([]);
    expect((await testApp.app.inject({ url: '/api/user/profile', headers })).statusCode).toBe(401);
    const entries = await db.select().from(auditLog).where(eq(auditLog.userId, ruth.user.id));
    expect(entries.filter(({ reason: why }) => why)).toMatchObject([
      { action: 'session.ended-by-staff', actor: agnes.user.id, subjectId: first?.id, reason },
      { action: 'session.ended-by-staff', actor: agnes.user.id, subjectId: ruth.user.id, reason },
    ]);
  });

  test('404: another person’s session; 409: what changed since; and nothing is ended', async () => {
    const [ruth, ben] = [await createPerson(testApp), await createPerson(testApp)];
    const [theirs] = await db.select().from(sessions).where(eq(sessions.userId, ben.user.id));
    expect((await end(ruth.user.id, `/${theirs?.id}`)).statusCode).toBe(404);
    const seen = { ...(await seenOf(testApp, ben.user.id)), email: 'earlier@example.com' };
    const answer = await end(ben.user.id, '', { seen });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([409, ['email']]);
    expect((await ben.request({ url: '/api/user/profile' })).statusCode).toBe(200);
  });
});

describe('POST /api/admin/people/:id/verification', () => {
  const send = async (id: string) => {
    const payload = { reason, seen: await seenOf(testApp, id) };
    return agnes.request({ method: 'POST', url: `/api/admin/people/${id}/verification`, payload });
  };
  const links = (id: string) => db.$count(outboxMails, eq(outboxMails.userId, id));

  test('200: the link is sent once more; 429: soon after the one before; 409: where the address is confirmed', async () => {
    const { user } = await createPerson(testApp);
    const tooSoon = await send(user.id);
    expect([tooSoon.statusCode, await links(user.id)]).toEqual([429, 1]);
    await db
      .update(outboxMails)
      .set({ createdAt: new Date('2020-01-01') })
      .where(eq(outboxMails.userId, user.id));
    expect((await send(user.id)).statusCode).toBe(200);
    expect(await links(user.id)).toBe(2);
    await db.update(users).set({ emailVerifiedAt: clock.now() }).where(eq(users.id, user.id));
    expect((await send(user.id)).statusCode).toBe(409);
    const entries = await db.select().from(auditLog).where(eq(auditLog.actor, agnes.user.id));
    expect(entries.filter(({ userId }) => userId === user.id)).toMatchObject([
      { action: 'account.verification-sent-by-staff', reason },
    ]);
  });
});
