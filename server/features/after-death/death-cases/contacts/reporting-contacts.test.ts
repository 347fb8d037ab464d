import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { actOnReport, reportForm, reportRow, sendReport } from '../../../../../test/death-reports.ts';
import { createPerson, createRecipient, createStaff } from '../../../../../test/factories.ts';
import { type MailboxMessage, mailTo } from '../../../../../test/mailbox.ts';
import { sendMail } from '../../../../../test/outbox.ts';
import { endWindow } from '../../../../../test/trusted-access.ts';
import { isWaiting, outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { deathReports } from '../death-reports/death-reports.table.ts';
import { recordSignOfLife } from '../death-reports/signs-of-life.ts';
import { listToldContacts } from './tell-contacts.ts';

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { services } = testApp;
const { db } = services;

/** An owner with these trusted contacts, reported by `reporterEmail` and verified a moment ago. */
async function verified(contacts: Record<string, unknown>[], reporterEmail: string) {
  const owner = await createPerson(testApp);
  for (const contact of contacts) await createRecipient(owner, { trustedContact: true, ...contact });
  const report = await sendReport(testApp, {
    ...{ personEmail: owner.user.email, reporterEmail, reporterName: 'Grace Osei' },
  });
  await approve(report);
  return { owner, report };
}
const approve = async (report: { id: string }) =>
  actOnReport(await createStaff(testApp), report, 'approvals');

/** The mails to an address, in whatever case it is written, oldest first, without those before the verification. */
async function storyOf(address: string) {
  const waiting = await db.select({ id: outboxMails.id }).from(outboxMails).where(isWaiting);
  for (const { id } of waiting) await sendMail(services, id);
  const spellings = new Set([address, address.toUpperCase()]);
  const written: MailboxMessage[] = [];
  for (const spelling of spellings) written.push(...(await mailTo(services, spelling)));
  const mails = written.toSorted((one, other) => one.id.localeCompare(other.id));
  return mails.filter(
    ({ subject }) => !/code|We have your report|trusted contact|confirm/.test(subject ?? ''),
  );
}
const addressOf = (name: string) => reportForm().reporterEmail.replace('daniel', name);
const isStop = ({ text }: { text: string }) =>
  /nothing .*(sent|delivered|given to anybody) because of (it|your report)/.test(
    text.replaceAll(/\s+/g, ' '),
  );
const news = /If you did not know|we are very sorry|We are sorry that/;

test('a contact who reported the death gets one mail at the verification, with both links, and none that breaks the news', async () => {
  const address = addressOf('grace');
  const { report } = await verified(
    [
      { firstName: 'Grace', lastName: 'Osei', email: address.toUpperCase() },
      { firstName: 'Tom', email: addressOf('tom') },
    ],
    address,
  );
  const [mail, ...others] = await storyOf(address);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('What happens next, about Ruth Alvarez');
  expect(mail?.text).toContain('Thank you. We have read what you sent us about Ruth Alvarez.');
  expect(mail?.text).toContain('named you as a trusted contact');
  expect(mail?.text).toMatch(/\/trusted\/[\w-]{43}/);
  expect(mail?.text).not.toMatch(news);
  expect(await listToldContacts(db, report.id)).toMatchObject([
    { name: 'Grace Osei', toldAt: expect.any(Date) },
    { toldAt: expect.any(Date) },
  ]);

  await endWindow(testApp, report.id);
  const [, invited, ...more] = await storyOf(address);
  expect(more).toEqual([]);
  expect(invited?.text).toContain('You told us about');
  expect(invited?.text).not.toMatch(news);
});

test('the other contacts hear it as news, once; one who shares the address of the reporter does not', async () => {
  const [address, toms] = [addressOf('grace'), addressOf('tom')];
  await verified(
    [
      { firstName: 'Kofi', lastName: 'Osei', email: address },
      { firstName: 'Grace', lastName: 'Osei', email: address },
      { firstName: 'Tom', email: toms },
    ],
    address,
  );
  const [toTom] = await storyOf(toms);
  expect(toTom?.text).toContain('If you did not know, we are very sorry');
  const shared = await storyOf(address);
  expect(shared.map(({ text }) => /Dear (.*),/.exec(text)?.[1]).toSorted()).toEqual(['Grace Osei', 'Kofi']);
  for (const { text } of shared) expect(text).not.toMatch(news);
});

test('a contact who reported it from another address, signed in, keeps the mail to the address in the book, without the news', async () => {
  const owner = await createPerson(testApp);
  const grace = await createPerson(testApp);
  await createRecipient(owner, { trustedContact: true, email: grace.user.email });
  const report = await sendReport(testApp, { personEmail: owner.user.email });
  await db.update(deathReports).set({ reporterUserId: grace.user.id }).where(eq(deathReports.id, report.id));
  await approve(report);
  const [toBook] = await storyOf(grace.user.email);
  expect(toBook?.subject).toContain('What happens next');
  expect(toBook?.text).not.toMatch(news);
  const [toReporter] = await storyOf(report.email);
  expect(toReporter?.text, 'the link goes only to the address that the owner gave').not.toContain(
    '/trusted/',
  );
  await recordSignOfLife(services, owner.user.id, 'sign_in');
  expect(await storyOf(grace.user.email)).toEqual([toBook]);
  const [, stopped, ...more] = await storyOf(report.email);
  expect([stopped && isStop(stopped), more]).toEqual([true, []]);
});

test('a reporter who is no contact hears of the stop, of the second start and of the release, each once', async () => {
  const toms = addressOf('tom');
  const { owner, report } = await verified([{ firstName: 'Tom', email: toms }], addressOf('grace'));
  await storyOf(report.email);
  await recordSignOfLife(services, owner.user.id, 'sign_in');
  const stopped = (await storyOf(report.email)).at(-1);
  expect(stopped?.text).toContain('Until that is done, nothing is delivered because of your report');
  expect(stopped?.text).not.toMatch(/alive|sign/i);
  await approve(report);
  expect((await storyOf(report.email)).at(-1)?.text).toContain('it goes on');
  expect((await storyOf(toms)).at(-1)?.text).not.toMatch(news);
  await endWindow(testApp, report.id);
  const story = await storyOf(report.email);
  expect(story.map(({ subject }) => subject)).toEqual([
    'What happens next, about Ruth Alvarez',
    'We are looking again, about Ruth Alvarez',
    'What happens next, about Ruth Alvarez',
    'Thank you for telling us about Ruth Alvarez',
  ]);
  expect((await reportRow(testApp, report)).state).toBe('released');
});

test('of a stop hears every contact who was told, and the reporter, each once, also where one is the other', async () => {
  const [address, toms, phone] = [addressOf('grace'), addressOf('tom'), '+12125550166'];
  const { owner } = await verified(
    [
      { firstName: 'Grace', lastName: 'Osei', email: address.toUpperCase() },
      { firstName: 'Tom', email: toms },
      { firstName: 'Ada', email: null, phone },
    ],
    address,
  );
  const before = new Map<string, number>();
  for (const to of [address, toms, phone]) before.set(to, (await storyOf(to)).length);
  await recordSignOfLife(services, owner.user.id, 'sign_in');
  for (const to of [address, toms, phone]) {
    const [mail, ...more] = (await storyOf(to)).slice(before.get(to));
    expect([to, more]).toEqual([to, []]);
    expect(mail && isStop(mail)).toBe(true);
  }
});

test('a contact in another zone than the owner reads the time of the service, by its name', async () => {
  const owner = await createPerson(testApp, { timezone: 'Asia/Tokyo' });
  const toms = addressOf('tom');
  await createRecipient(owner, { trustedContact: true, firstName: 'Tom', email: toms });
  const report = await sendReport(testApp, { personEmail: owner.user.email, timezone: 'Europe/Paris' });
  await approve(report);
  expect((await storyOf(toms))[0]?.text).toContain('Until Sunday, 9 March 2031 at 11:42 Eastern');
  expect((await storyOf(report.email))[0]?.text).toContain('not before Sunday, 9 March 2031 at 16:42 Paris');
});
