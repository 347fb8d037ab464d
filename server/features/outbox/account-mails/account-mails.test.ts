import { and, desc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually, startTestApp, type TestApp } from '../../../../test/app.ts';
import { createPerson, goodPassword, type Person } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { sendAccountMail as sendAccountMailJob } from '../../../job-list.ts';
import { inTransaction } from '../../../platform/database.ts';
import { MessageFault } from '../../../platform/mail/mail.ts';
import { accountMails, type LinkKind, linkKinds, noticeKinds } from './account-mails.table.ts';
import {
  findLink,
  linkToken,
  revokeLinks,
  sendLinkLater,
  spendLink,
  tellOwnerLater,
} from './account-mails.ts';
import { forgetOldMails, sendAccountMail, sendAccountMailsLater } from './send-account-mail.ts';

const subject = 'Your password was changed';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});

const rowsOf = ({ user }: Person) =>
  testApp.services.db.select().from(accountMails).where(eq(accountMails.userId, user.id));
const mailsTo = async ({ user }: Person) =>
  (await mailTo(testApp.services, user.email)).filter((mail) => mail.subject === subject);

/** A notice that is written and not sent; answers its id. */
async function writtenNotice(person: Person): Promise<string> {
  await inTransaction(testApp.services.db, (tx) =>
    tellOwnerLater(tx, testApp.services, person.user, 'password-changed'),
  );
  return (await rowsOf(person)).find(({ kind }) => kind === 'password-changed')?.id ?? '';
}

const withMailer = (send: () => Promise<void>) => ({
  ...testApp.services,
  mailer: { ...testApp.services.mailer, send },
});

describe('a mail about an account', () => {
  test('is sent once, however often and however much at once it is tried', async () => {
    const person = await createPerson(testApp);
    const id = await writtenNotice(person);
    await Promise.all([1, 2, 3, 4].map(() => sendAccountMail(testApp.services, id)));
    await sendAccountMail(testApp.services, id);
    expect(await mailsTo(person)).toHaveLength(1);
    expect((await mailsTo(person))[0]?.messageId).toBe(`password-changed.${id}@localhost`);
  });

  test('exists only if what it tells of does', async () => {
    const person = await createPerson(testApp);
    const before = await rowsOf(person);
    const broken = inTransaction(testApp.services.db, async (tx) => {
      await tellOwnerLater(tx, testApp.services, person.user, 'password-changed');
      throw new Error('after all not');
    });
    await expect(broken).rejects.toThrow('after all not');
    expect(await rowsOf(person)).toEqual(before);
  });

  test('waits while the mail server is away, and goes then', async () => {
    const person = await createPerson(testApp);
    const id = await writtenNotice(person);
    const away = withMailer(() => Promise.reject(new MessageFault('temporary', 'away')));
    await expect(sendAccountMail(away, id)).rejects.toThrow('away');
    expect((await rowsOf(person)).find((row) => row.id === id)?.sentAt).toBeNull();
    await sendAccountMail(testApp.services, id);
    expect(await mailsTo(person)).toHaveLength(1);
  });

  test('that is refused for good is not tried again', async () => {
    const person = await createPerson(testApp);
    const id = await writtenNotice(person);
    await sendAccountMail(
      withMailer(() => Promise.reject(new MessageFault('permanent', 'no such mailbox'))),
      id,
    );
    expect((await rowsOf(person)).find((row) => row.id === id)?.sentAt).toEqual(testApp.clock.now());
    await sendAccountMail(testApp.services, id);
    expect(await mailsTo(person)).toEqual([]);
  });

  test('with a link that no longer works is not sent', async () => {
    const person = await createPerson(testApp);
    const [verification] = await rowsOf(person);
    testApp.clock.advance(3 * 24 * 60 * 60);
    await sendAccountMail(testApp.services, verification?.id ?? '');
    expect(await mailTo(testApp.services, person.user.email)).toEqual([]);
    expect(await rowsOf(person)).toEqual([]);
  });

  test('whose job was lost is found again by the sweep', async () => {
    const lost = await startTestApp();
    const person = await createPerson(lost);
    await lost.services.db.execute('delete from pgboss.job');
    await sendAccountMailsLater(lost.services);
    expect(await lost.services.jobs.backlog(sendAccountMailJob)).toBe(1);
    await sendAccountMailsLater(lost.services);
    expect(await lost.services.jobs.backlog(sendAccountMailJob)).toBe(1);
    await lost.work();
    await eventually(async () => (await mailTo(lost.services, person.user.email)).length === 1, 'the mail');
  });

  test('is forgotten after 30 days, with the address in it', async () => {
    const person = await createPerson(testApp);
    testApp.clock.advance(30 * 24 * 60 * 60);
    await forgetOldMails(testApp.services);
    expect((await rowsOf(person)).length).toBe(1);
    testApp.clock.advance(1);
    await forgetOldMails(testApp.services);
    expect(await rowsOf(person)).toEqual([]);
  });
});

describe('a link', () => {
  test('is spent once, by one of many at once, and is of its own kind only', async () => {
    const person = await createPerson(testApp);
    const [mail] = await rowsOf(person);
    const token = linkToken(testApp.services, mail?.id ?? '');
    const spend = (kind: LinkKind) =>
      inTransaction(testApp.services.db, (tx) => spendLink(tx, testApp.clock.now(), kind, token));
    await expect(spend('reset-password')).rejects.toThrow(/used already or is too old/);
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => spend('verify-email')));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(spend('verify-email')).rejects.toThrow(/used already or is too old/);
  });
});

describe('a link for a new password, which anybody may ask for', () => {
  const asked = async (toAddress: string) => {
    await inTransaction(testApp.services.db, (tx) =>
      sendLinkLater(tx, testApp.services, {
        kind: 'reset-password',
        userId: null,
        toAddress,
        validMinutes: 60,
      }),
    );
    const [mail] = await testApp.services.db
      .select()
      .from(accountMails)
      .where(and(eq(accountMails.kind, 'reset-password'), eq(accountMails.toAddress, toAddress)))
      .orderBy(desc(accountMails.id));
    return mail?.id ?? '';
  };
  const look = (id: string) =>
    findLink(testApp.services.db, testApp.clock.now(), 'reset-password', linkToken(testApp.services, id));

  test('works from the moment its mail can be read', async () => {
    const { user } = await createPerson(testApp);
    const id = await asked(user.email.toUpperCase());
    let found: string | undefined;
    const reading = withMailer(async () => {
      found = (await look(id)).userId;
    });
    await sendAccountMail(reading, id);
    expect(found).toBe(user.id);
  });

  test('is taken back while its mail is being sent', async () => {
    const { user } = await createPerson(testApp);
    const id = await asked(user.email);
    const revoking = withMailer(() =>
      inTransaction(testApp.services.db, (tx) => revokeLinks(tx, user.id, ['reset-password'])),
    );
    await sendAccountMail(revoking, id);
    await expect(look(id)).rejects.toThrow(/used already or is too old/);
  });
});

test('every kind of mail greets by name, leads somewhere, and keeps to the words of the house', async () => {
  const person = await createPerson(testApp);
  const { services } = testApp;
  await inTransaction(services.db, async (tx) => {
    for (const kind of noticeKinds) {
      await tellOwnerLater(tx, services, person.user, kind, { detail: 'Firefox on Windows' });
    }
    for (const kind of linkKinds) {
      const link = { kind, userId: person.user.id, toAddress: person.user.email, validMinutes: 60 };
      await sendLinkLater(tx, services, link);
    }
  });
  for (const { id } of await rowsOf(person)) await sendAccountMail(services, id);
  const mails = await mailTo(services, person.user.email);
  // And the one of the sign-up.
  expect(mails).toHaveLength(noticeKinds.length + linkKinds.length + 1);
  for (const { text, html, subject } of mails) {
    expect(text).toContain('Dear Ruth,');
    expect(text).toMatch(/http:\/\/localhost:3000\/[a-z-]+/);
    expect(`${subject}${text}`).not.toMatch(/!|undefined|null|NaN|\buser\b|expire|_value_/i);
    expect(html).not.toMatch(/<img|<script|src=/i);
    expect(`${subject}${text}${html}`).not.toContain(goodPassword);
  }
});
