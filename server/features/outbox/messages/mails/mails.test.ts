import { and, desc, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { type LinkKind, linkKinds, noticeKinds } from '../../../../../shared/outbox/mail-kinds.ts';
import { eventually, startTestApp, type TestApp } from '../../../../../test/app.ts';
import { createPerson, goodPassword, type Person } from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMail } from '../../../../../test/outbox.ts';
import { sendMails as sendMailsJob } from '../../../../job-list.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { MessageFault } from '../../../../platform/mail/mail.ts';
import { longestSendSeconds } from '../../../../platform/mail/smtp-mailer.ts';
import { enqueueLink, findLink, linkToken, redeemLink, revokeLinks } from './links/links.ts';
import { eraseMails, sweepLostMails } from './mails.jobs.ts';
import { outboxMails } from './mails.table.ts';
import { enqueueMail } from './mails.ts';
import { claimMails, lockUnclaimed } from './sending/claim-mails.ts';
import { sendingMinutes } from './sending/sending.ts';

const subject = 'Your password was changed';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});

const rowsOf = ({ user }: Person) =>
  testApp.services.db.select().from(outboxMails).where(eq(outboxMails.userId, user.id));
const passwordChanged = ({ user }: Person) => ({
  kind: 'password-changed' as const,
  userId: user.id,
  toAddress: user.email,
});
const mailsTo = async ({ user }: Person) =>
  (await mailTo(testApp.services, user.email)).filter((mail) => mail.subject === subject);

/** Writes a notice that is not sent yet, and returns its id. */
async function writtenNotice(person: Person): Promise<string> {
  await inTransaction(testApp.services.db, (tx) =>
    enqueueMail(tx, testApp.services, passwordChanged(person)),
  );
  return (await rowsOf(person)).find(({ kind }) => kind === 'password-changed')?.id ?? '';
}

/** For how many seconds each job for a further attempt waits. */
async function pausesOf(id: string): Promise<number[]> {
  const jobs = await testApp.services.db.execute<{ pause: number }>(sql`
    select extract(epoch from start_after - created_on)::int as pause from pgboss.job
    where name = 'send-mails' and data -> 'mailIds' ? ${id} and start_after > created_on + interval '1 second'`);
  return jobs.rows.map(({ pause }) => pause);
}

const withMailer = (send: () => Promise<void>) => ({
  ...testApp.services,
  mailer: { ...testApp.services.mailer, send },
});

describe('a mail', () => {
  test('is sent once, however often and however much at once it is tried', async () => {
    const person = await createPerson(testApp);
    const id = await writtenNotice(person);
    await Promise.all([1, 2, 3, 4].map(() => sendMail(testApp.services, id)));
    await sendMail(testApp.services, id);
    expect(await mailsTo(person)).toHaveLength(1);
    expect((await mailsTo(person))[0]?.messageId).toBe(`password-changed.${id}@localhost`);
  });

  test('goes with others in one message only while each of them is to be sent', async () => {
    const { services } = testApp;
    const ids = [
      await writtenNotice(await createPerson(testApp)),
      await writtenNotice(await createPerson(testApp)),
    ];
    const [first, second] = ids.map((id) => eq(outboxMails.id, id));
    await services.db.update(outboxMails).set({ sentAt: services.clock.now() }).where(second);
    const contact = { to: 'ada@example.com', channel: 'email' } as const;
    const claim = () => inTransaction(services.db, (tx) => claimMails(tx, services, ids, contact));
    expect(await claim()).toBeUndefined();
    expect(await services.db.select().from(outboxMails).where(first)).toMatchObject([{ claimId: null }]);
    await services.db.update(outboxMails).set({ sentAt: null }).where(second);
    expect(await claim()).toMatchObject({ rowIds: ids });
  });

  test('is not sent while it is held back, whoever asks for it', async () => {
    const { services } = testApp;
    const person = await createPerson(testApp);
    const id = await writtenNotice(person);
    const hold = (heldUntil: Date | null) =>
      services.db.update(outboxMails).set({ heldUntil }).where(eq(outboxMails.id, id));
    await hold(minutesAfter(services.clock.now(), 60));
    await sendMail(services, id);
    expect(await mailsTo(person)).toEqual([]);
    // It is held back between the moment it was selected and its own turn.
    const locked = () => inTransaction(services.db, (tx) => lockUnclaimed(tx, services, id));
    expect(await locked()).toBeUndefined();
    await hold(null);
    expect(await locked()).toMatchObject({ mail: { id }, isLeased: false });
    await sendMail(services, id);
    expect(await mailsTo(person)).toHaveLength(1);
  });

  test('is sent only if its cause was committed', async () => {
    const person = await createPerson(testApp);
    const before = await rowsOf(person);
    const broken = inTransaction(testApp.services.db, async (tx) => {
      await enqueueMail(tx, testApp.services, passwordChanged(person));
      throw new Error('rolled back');
    });
    await expect(broken).rejects.toThrow('rolled back');
    expect(await rowsOf(person)).toEqual(before);
  });

  test('waits while the mail server is down, and is sent then', async () => {
    const person = await createPerson(testApp);
    const id = await writtenNotice(person);
    const away = withMailer(() => Promise.reject(new MessageFault('temporary', 'away')));
    await sendMail(away, id);
    const row = (await rowsOf(person)).find((each) => each.id === id);
    expect(row).toMatchObject({ sentAt: null, attempts: 1, lastAnswer: 'away', claimId: null });
    expect(await pausesOf(id)).toEqual([expect.toSatisfy((pause) => pause >= 30 && pause <= 36)]);
    await sendMail(away, id);
    expect(await pausesOf(id)).toHaveLength(2);
    await sendMail(testApp.services, id);
    expect(await mailsTo(person)).toHaveLength(1);
  });

  test('that is refused for good is not tried again', async () => {
    const person = await createPerson(testApp);
    const id = await writtenNotice(person);
    await sendMail(
      withMailer(() => Promise.reject(new MessageFault('permanent', 'no such mailbox'))),
      id,
    );
    expect((await rowsOf(person)).find((row) => row.id === id)).toMatchObject({
      sentAt: null,
      failedAt: testApp.clock.now(),
      lastAnswer: 'no such mailbox',
      lastFault: 'mailbox',
    });
    await sendMail(testApp.services, id);
    expect(await mailsTo(person)).toEqual([]);
  });

  test('with a link that no longer works is not sent', async () => {
    const person = await createPerson(testApp);
    const [verification] = await rowsOf(person);
    testApp.clock.advance(3 * 24 * 60 * 60);
    await sendMail(testApp.services, verification?.id ?? '');
    expect(await mailTo(testApp.services, person.user.email)).toEqual([]);
    expect(await rowsOf(person)).toMatchObject([{ sentAt: null, unwantedAt: testApp.clock.now() }]);
  });

  test('whose job was lost is enqueued again by the sweep', async () => {
    const lost = await startTestApp();
    const person = await createPerson(lost);
    await lost.services.db.execute('delete from pgboss.job');
    await sweepLostMails(lost.services);
    expect(await lost.services.jobs.backlog(sendMailsJob)).toBe(1);
    await sweepLostMails(lost.services);
    expect(await lost.services.jobs.backlog(sendMailsJob)).toBe(1);
    await lost.work();
    await eventually(async () => (await mailTo(lost.services, person.user.email)).length === 1, 'the mail');
  });

  test('is deleted after 30 days, with the address in it', async () => {
    const person = await createPerson(testApp);
    testApp.clock.advance(30 * 24 * 60 * 60);
    await eraseMails(testApp.services);
    expect((await rowsOf(person)).length).toBe(1);
    testApp.clock.advance(1);
    await eraseMails(testApp.services);
    expect(await rowsOf(person)).toEqual([]);
  });
});

test('no mail that is begun in time outlasts its job', () => {
  expect(sendingMinutes * 60 + longestSendSeconds).toBeLessThan(sendMailsJob.expireSeconds);
});

describe('a link', () => {
  test('can be used once, by one of many at once, and only as what it is for', async () => {
    const person = await createPerson(testApp);
    const [mail] = await rowsOf(person);
    const token = linkToken(testApp.services, mail?.id ?? '');
    const redeem = (kind: LinkKind) =>
      inTransaction(testApp.services.db, (tx) => redeemLink(tx, testApp.clock.now(), kind, token));
    await expect(redeem('reset-password')).rejects.toThrow(/already been used, or is too old/);
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => redeem('verify-email')));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(redeem('verify-email')).rejects.toThrow(/already been used, or is too old/);
  });
});

describe('a link for a new password, which anybody may ask for', () => {
  const asked = async (toAddress: string) => {
    await inTransaction(testApp.services.db, (tx) =>
      enqueueLink(tx, testApp.services, {
        kind: 'reset-password',
        userId: null,
        toAddress,
        validMinutes: 60,
      }),
    );
    const [mail] = await testApp.services.db
      .select()
      .from(outboxMails)
      .where(and(eq(outboxMails.kind, 'reset-password'), eq(outboxMails.toAddress, toAddress)))
      .orderBy(desc(outboxMails.id));
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
    await sendMail(reading, id);
    expect(found).toBe(user.id);
  });

  test('can be revoked while its mail is being sent', async () => {
    const { user } = await createPerson(testApp);
    const id = await asked(user.email);
    const revoking = withMailer(() =>
      inTransaction(testApp.services.db, (tx) =>
        revokeLinks(tx, testApp.clock.now(), user.id, ['reset-password']),
      ),
    );
    await sendMail(revoking, id);
    await expect(look(id)).rejects.toThrow(/already been used, or is too old/);
  });
});

test('every mail about an account addresses the owner by name, leads somewhere, and is worded plainly', async () => {
  const person = await createPerson(testApp);
  const { services } = testApp;
  await inTransaction(services.db, async (tx) => {
    for (const kind of noticeKinds) {
      const details = { detail: 'Firefox on Windows' };
      await enqueueMail(tx, services, { ...passwordChanged(person), kind, details });
    }
    for (const kind of linkKinds) {
      const link = { kind, userId: person.user.id, toAddress: person.user.email, validMinutes: 60 };
      await enqueueLink(tx, services, link);
    }
  });
  for (const { id } of await rowsOf(person)) await sendMail(services, id);
  const mails = await mailTo(services, person.user.email);
  // Plus the one for signing up.
  expect(mails).toHaveLength(noticeKinds.length + linkKinds.length + 1);
  for (const { text, html, subject } of mails) {
    expect(text).toContain('Dear Ruth,');
    expect(text).toMatch(/http:\/\/localhost:3000\/[a-z-]+/);
    const words = `${subject}${text}`.replace(/[\w-]{43}/g, 'a token of any letters');
    expect(words).not.toMatch(/!|undefined|null|NaN|\buser\b|expire|_value_/i);
    expect(html).not.toMatch(/<img|<script|src=/i);
    expect(`${subject}${text}${html}`).not.toContain(goodPassword);
  }
});
