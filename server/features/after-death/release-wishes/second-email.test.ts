import { and, eq, isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { ReleaseWishes } from '../../../../shared/after-death/release-wishes.ts';
import { startTestApp } from '../../../../test/app.ts';
import { codeOf, protectWithCode } from '../../../../test/authenticator.ts';
import { sendReport } from '../../../../test/death-reports.ts';
import { createPerson, goodPassword, type Person } from '../../../../test/factories.ts';
import { linkTokenTo, mailTo } from '../../../../test/mailbox.ts';
import { sendMailsTo } from '../../../../test/outbox.ts';
import { addSecondEmail, askWishes } from '../../../../test/release-wishes.ts';
import { requireFound } from '../../../platform/errors.ts';
import { beginSecondEmail, removeSecondEmail } from '../../accounts/auth/email-addresses/second-email.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { earlierAddresses } from '../../accounts/profile/profile.ts';
import { outboxMails } from '../../outbox/messages/mails/mails.table.ts';
import { channelsOf, recordSignOfLife } from '../death-cases/death-reports/death-reports.ts';

const testApp = await startTestApp();
const { app, clock, services } = testApp;

const read = async (person: Person) =>
  (await person.request({ url: '/api/release-wishes' })).json<ReleaseWishes>();
const begin = (person: Person, email: string) => askWishes(person, 'second-email', { email });
const confirm = (token: string) =>
  app.inject({ method: 'POST', url: '/api/auth/confirm-second-email', payload: { token } });
const newAddress = (person: Person, name = 'second') => `${name}.${person.user.email}`;
async function tokenTo(email: string, besides: string[] = []): Promise<string> {
  await sendMailsTo(services, email);
  return linkTokenTo(services, email, 'confirm-second-email', besides);
}
async function subjectsTo(email: string): Promise<(string | null)[]> {
  await sendMailsTo(services, email);
  return (await mailTo(services, email)).map(({ subject }) => subject);
}
/** The addresses at which the owner was asked whether they are alive. */
async function asked(reportId: string): Promise<(string | null)[]> {
  const mails = await services.db
    .select({ to: outboxMails.toAddress })
    .from(outboxMails)
    .where(and(eq(outboxMails.subjectId, reportId), eq(outboxMails.kind, 'death-report-asked')));
  return mails.map(({ to }) => to).toSorted();
}

test('202: it counts once its link was opened; the address of the account is told', async () => {
  const person = await createPerson(testApp);
  const email = newAddress(person);
  const answer = await begin(person, ` ${email} `);
  expect(answer.statusCode).toBe(202);
  expect(answer.json()).toMatchObject({ secondEmail: null, pendingSecondEmail: email });
  const early = await sendReport(testApp, { personEmail: person.user.email });
  expect(await asked(early.id)).toEqual([person.user.email]);
  const confirmed = await confirm(await tokenTo(email));
  expect([confirmed.statusCode, confirmed.json()]).toEqual([200, { email }]);
  expect(await read(person)).toMatchObject({ secondEmail: email, pendingSecondEmail: null });
  expect(await subjectsTo(person.user.email)).toContain('You have a second address');
  // Another report is another question only after this one is answered, and on another day.
  await recordSignOfLife(services, person.user.id, 'alive_link');
  clock.advance(24 * 3600);
  const report = await sendReport(testApp, { personEmail: person.user.email });
  expect(await asked(report.id)).toEqual([person.user.email, email].toSorted());
});

test('nobody signs in with it, or gets a new password by it', async () => {
  const person = await createPerson(testApp);
  const email = newAddress(person);
  await addSecondEmail(testApp, person, email);
  const payload = { email, password: goodPassword };
  expect((await app.inject({ method: 'POST', url: '/api/auth/login', payload })).statusCode).toBe(401);
  await app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } });
  expect(await subjectsTo(email)).not.toContain('Choose a new password');
});

describe('400', () => {
  test.each(['', 'ruth', 'ruth@', 7, null, ['a@example.com'], `${'a'.repeat(250)}@example.com`])(
    'an address that is none: %j',
    async (email) => {
      const answer = await askWishes(await createPerson(testApp), 'second-email', { email });
      expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['email']]);
    },
  );

  test('the address of the account, in any spelling, and the second one that there is', async () => {
    const person = await createPerson(testApp);
    const email = newAddress(person);
    await addSecondEmail(testApp, person, email);
    for (const same of [person.user.email.toUpperCase(), email.toUpperCase()])
      expect((await begin(person, same)).json().fields.email).toContain('already');
    expect((await read(person)).pendingSecondEmail).toBeNull();
  });

  test.each(['second-email', 'second-email/removal', 'stopping-code'] as const)(
    'security 12: %s with a wrong password, or without the code',
    async (path) => {
      const person = await createPerson(testApp);
      const email = newAddress(person);
      const before = await read(person);
      const wrong = await askWishes(person, path, { email, password: 'Slow-Lantern-2041' });
      expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([400, ['password']]);
      const { secret } = await protectWithCode(testApp, person);
      expect(Object.keys((await askWishes(person, path, { email })).json().fields)).toEqual(['code']);
      expect(await read(person)).toEqual(before);
      const code = await codeOf(testApp, secret);
      expect((await askWishes(person, path, { email, code })).statusCode).toBeLessThan(300);
    },
  );
});

test('404: a link that was used, one that another took the place of, one too old, and one after a new password', async () => {
  const person = await createPerson(testApp);
  const [first, second] = [newAddress(person, 'first'), newAddress(person)];
  await begin(person, first);
  const replaced = await tokenTo(first);
  await begin(person, second);
  const good = await tokenTo(second);
  expect((await confirm(good)).statusCode).toBe(200);
  const third = newAddress(person, 'third');
  await begin(person, third);
  const late = await tokenTo(third);
  const payload = { currentPassword: goodPassword, newPassword: 'Slow-Lantern-2041' };
  await person.request({ method: 'POST', url: '/api/auth/change-password', payload });
  const other = await createPerson(testApp);
  await begin(other, newAddress(other));
  const old = await tokenTo(newAddress(other));
  clock.advance(24 * 3600);
  const answers = await Promise.all([replaced, good, late, old, 'x'.repeat(43)].map(confirm));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
});

test('429: no more than ten strangers a day hear of us', async () => {
  const person = await createPerson(testApp);
  const answers = [];
  for (let at = 0; at < 11; at++)
    answers.push((await begin(person, newAddress(person, `n${at}`))).statusCode);
  expect(answers.at(-1)).toBe(429);
  expect(answers.slice(0, 9)).toEqual(Array(9).fill(202));
});

describe('an account that was taken over for an hour', () => {
  test.each(['removed', 'replaced'])(
    'the second address that is %s is told, and still asked about what is reported within thirty days',
    async (act) => {
      const person = await createPerson(testApp);
      const [email, thiefs] = [newAddress(person), newAddress(person, 'thief')];
      await addSecondEmail(testApp, person, email);
      if (act === 'removed') expect((await askWishes(person, 'second-email/removal')).statusCode).toBe(200);
      else await addSecondEmail(testApp, person, thiefs);
      expect(await read(person)).toMatchObject({ secondEmail: act === 'removed' ? null : thiefs });
      expect(await subjectsTo(email)).toContain('Your second address was removed');
      expect(await subjectsTo(person.user.email)).toContain(
        act === 'removed' ? 'Your second address was removed' : 'You have a second address',
      );
      const report = await sendReport(testApp, { personEmail: person.user.email });
      expect(await asked(report.id)).toEqual(expect.arrayContaining([person.user.email, email].toSorted()));
      clock.advance(31 * 24 * 3600);
      expect(await earlierAddresses(services.db, person.user.id, clock.now())).toEqual([]);
    },
  );

  test.each(['', '+1 212 555 0199'])(
    'the phone whose number becomes “%s” still gets what is asked within thirty days, and its owner is told',
    async (next) => {
      const phone = '+1 212 555 0134';
      const person = await createPerson(testApp, { phone });
      const email = newAddress(person);
      await addSecondEmail(testApp, person, email);
      const save = (number: string) =>
        person.request({ method: 'PATCH', url: '/api/user/profile', payload: { phone: number } });
      await save('+12125550134');
      expect(await subjectsTo(email), 'the same one').not.toContain('Your phone number was changed');
      expect((await save(next)).statusCode).toBe(200);
      expect(await subjectsTo(person.user.email)).toContain('Your phone number was changed');
      expect(await subjectsTo(email)).toContain('Your phone number was changed');
      const [owner] = await services.db.select().from(users).where(eq(users.id, person.user.id));
      const texted = async () =>
        (await channelsOf(services.db, services, requireFound(owner), clock.now()))
          .filter(({ channel }) => channel === 'text')
          .map(({ address }) => address.replaceAll(' ', ''));
      const own = '+12125550134';
      expect(new Set(await texted())).toEqual(new Set([next.replaceAll(' ', ''), own].filter(Boolean)));
      clock.advance(31 * 24 * 3600);
      expect(await texted()).toEqual([next.replaceAll(' ', '')].filter(Boolean));
    },
  );

  test.each(['given', 'removed'])(
    'security 12: nothing is %s by who knew the password until it was changed a moment ago',
    async (act) => {
      const person = await createPerson(testApp);
      const email = newAddress(person);
      await addSecondEmail(testApp, person, email);
      const [before] = await services.db.select().from(users).where(eq(users.id, person.user.id));
      const payload = { currentPassword: goodPassword, newPassword: 'Slow-Lantern-2041' };
      await person.request({ method: 'POST', url: '/api/auth/change-password', payload });
      const thiefs =
        act === 'given'
          ? beginSecondEmail(services, requireFound(before), newAddress(person, 'thief'))
          : removeSecondEmail(services, requireFound(before));
      await expect(thiefs).rejects.toMatchObject({ fields: { password: expect.any(String) } });
      const [after] = await services.db.select().from(users).where(eq(users.id, person.user.id));
      expect(after).toMatchObject({ secondEmail: email, pendingSecondEmail: null });
    },
  );

  test('security 12: undoing the change of its address takes away all that was confirmed since, and brings back what was there before', async () => {
    const [robbed, other] = [await createPerson(testApp), await createPerson(testApp)];
    const own = newAddress(other, 'own');
    await addSecondEmail(testApp, other, own);
    clock.advance(60);
    const post = (page: string, token: string) =>
      app.inject({ method: 'POST', url: `/api/auth/${page}`, payload: { token } });
    for (const person of [robbed, other]) {
      const email = newAddress(person, 'thief');
      const payload = { email, currentPassword: goodPassword };
      await person.request({ method: 'PATCH', url: '/api/user/profile', payload });
      await sendMailsTo(services, email);
      await post('confirm-email', await linkTokenTo(services, email, 'confirm-email'));
      await addSecondEmail(testApp, person, newAddress(person, 'thief.too'));
      if (person === other) await addSecondEmail(testApp, person, newAddress(person, 'thief.again'));
      await sendMailsTo(services, person.user.email);
      const undo = await linkTokenTo(services, person.user.email, 'undo-email-change');
      expect((await post('undo-email-change', undo)).statusCode).toBe(200);
    }
    const [row] = await services.db.select().from(users).where(eq(users.id, other.user.id));
    expect(row).toMatchObject({ secondEmail: own, secondEmailVerifiedAt: expect.any(Date) });
    const report = await sendReport(testApp, { personEmail: robbed.user.email });
    expect(await asked(report.id)).toEqual([robbed.user.email]);
    const second = await sendReport(testApp, { personEmail: other.user.email });
    expect(await asked(second.id)).toEqual([other.user.email, own].toSorted());
  });

  test('what waits to be confirmed is taken back without a word', async () => {
    const person = await createPerson(testApp);
    const email = newAddress(person);
    await begin(person, email);
    const token = await tokenTo(email);
    await askWishes(person, 'second-email/removal');
    expect(await read(person)).toMatchObject({ secondEmail: null, pendingSecondEmail: null });
    expect((await confirm(token)).statusCode).toBe(404);
    const waiting = and(eq(outboxMails.kind, 'second-email-removed'), isNull(outboxMails.sentAt));
    expect(await services.db.$count(outboxMails, and(waiting, eq(outboxMails.userId, person.user.id)))).toBe(
      0,
    );
  });
});
