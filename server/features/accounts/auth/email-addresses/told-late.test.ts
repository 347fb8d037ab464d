import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { createPerson, goodPassword, type Person } from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsTo } from '../../../../../test/outbox.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { actsOn } from '../../../outbox/messages/mails/mail-states.ts';
import { eraseMails, sweepUnsendableMails } from '../../../outbox/messages/mails/mails.jobs.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';

// An intruder moves an account to another address while our mail server is down, so that its owner cannot hear of it.

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { app, services, clock } = testApp;
const hours = 3600;
const subject = 'Your email address was changed';

const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });

/** The account has another address, and its owner has not been told yet. */
async function moveAway(person: Person): Promise<string> {
  const email = `intruder.${person.user.email}`;
  const payload = { email, currentPassword: goodPassword };
  await person.request({ method: 'PATCH', url: '/api/user/profile', payload });
  await sendMailsTo(services, email);
  const token = await linkIn(email, 'confirm-email');
  expect((await post('/api/auth/confirm-email', { token })).statusCode).toBe(200);
  return email;
}

async function linkIn(address: string, page: string): Promise<string> {
  const [mail] = (await mailTo(services, address)).filter(({ text }) => text.includes(`/${page}/`));
  return new RegExp(`/${page}/([\\w-]{43})`).exec(mail?.text ?? '')?.[1] ?? '';
}

async function noticesTo(address: string) {
  const theirs = and(eq(outboxMails.toAddress, address), eq(outboxMails.kind, 'email-changed'));
  return services.db.select().from(outboxMails).where(theirs);
}

test('the owner hears of it all the same, and has 72 hours from then on to undo it', async () => {
  const person = await createPerson(testApp);
  const { email } = person.user;
  await moveAway(person);
  clock.advance(40 * 24 * hours);
  await eraseMails(services);
  await sweepUnsendableMails(services);
  expect(await noticesTo(email)).toMatchObject([{ sentAt: null, failedAt: null, unwantedAt: null }]);
  const taken = await createPerson(testApp);
  const payload = { email, currentPassword: goodPassword };
  const asked = await taken.request({ method: 'PATCH', url: '/api/user/profile', payload });
  expect(asked.statusCode, 'nobody else may take the address').toBe(409);

  await sendMailsTo(services, email);
  expect((await mailTo(services, email)).map((mail) => mail.subject)).toContain(subject);
  const token = await linkIn(email, 'undo-email-change');
  clock.advance(72 * hours - 1);
  expect((await post('/api/auth/undo-email-change', { token })).statusCode).toBe(200);
});

test('404: when those 72 hours are over', async () => {
  const person = await createPerson(testApp);
  const { email } = person.user;
  await moveAway(person);
  clock.advance(80 * hours);
  await sendMailsTo(services, email);
  clock.advance(72 * hours);
  const token = await linkIn(email, 'undo-email-change');
  expect((await post('/api/auth/undo-email-change', { token })).statusCode).toBe(404);
});

test('a link that failed because nothing could be sent may be sent again by staff', async () => {
  const person = await createPerson(testApp);
  const { email } = person.user;
  await moveAway(person);
  await services.db
    .update(outboxMails)
    .set({ attempts: 1, lastFault: 'service' })
    .where(eq(outboxMails.toAddress, email));
  clock.advance(40 * 24 * hours);
  await sweepUnsendableMails(services);
  const [failed] = await noticesTo(email);
  expect(failed?.failedAt).toEqual(clock.now());
  expect(actsOn(requireFound(failed), clock.now())).toContain('send-again');
});

test('where the address before takes no mail, it is free after 72 hours, as it always was', async () => {
  const person = await createPerson(testApp);
  const { email } = person.user;
  await moveAway(person);
  await services.db
    .update(outboxMails)
    .set({ failedAt: clock.now(), lastFault: 'mailbox' })
    .where(eq(outboxMails.toAddress, email));
  clock.advance(72 * hours);
  const other = await createPerson(testApp);
  const payload = { email, currentPassword: goodPassword };
  expect((await other.request({ method: 'PATCH', url: '/api/user/profile', payload })).statusCode).toBe(200);
});
