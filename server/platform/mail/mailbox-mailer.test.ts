import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestClock } from '../../../test/app.ts';
import { cloneDatabase } from '../../../test/database.ts';
import { type OpenDatabase, openDatabase } from '../database.ts';
import { createLog } from '../log.ts';
import { openMailboxTexter } from '../sms/mailbox-texter.ts';
import { mailboxMessages } from './mailbox.table.ts';
import { openMailboxMailer } from './mailbox-mailer.ts';

const sentAt = new Date('2031-05-04T16:00:00.000Z');
const clock = createTestClock(sentAt);
const from = 'Post <post@example.org>';
const mail = {
  messageId: 'delivery.1@example.org',
  to: 'maya@example.net',
  fromName: 'Ada Holm',
  subject: 'Ada left something for you',
  text: 'It waits.',
  html: '<p>It waits.</p>',
};

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let open: OpenDatabase;

beforeAll(async () => {
  database = await cloneDatabase();
  open = openDatabase({ url: database.url, log: createLog('silent') });
});

afterAll(async () => {
  await open.close();
  await database.drop();
});

async function kept(messageId: string) {
  const rows = await open.db.select().from(mailboxMessages);
  return rows.filter((row) => row.messageId === messageId);
}

describe('a mail in the mailbox', () => {
  test('is stored with everything its recipient would see', async () => {
    await openMailboxMailer({ db: open.db, from, clock }).send(mail);
    expect(await kept(mail.messageId)).toMatchObject([
      {
        channel: 'email',
        toAddress: 'maya@example.net',
        fromAddress: 'Ada Holm <post@example.org>',
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        sentAt,
      },
    ]);
  });

  test('is stored once, however often it is sent and however many at a time', async () => {
    const mailer = openMailboxMailer({ db: open.db, from, clock });
    const again = { ...mail, messageId: 'delivery.2@example.org' };
    await Promise.all(Array.from({ length: 8 }, () => mailer.send(again)));
    await mailer.send(again);
    expect(await kept(again.messageId)).toHaveLength(1);
  });

  test('to more than one address is a permanent fault, as with a mail server', async () => {
    const mailer = openMailboxMailer({ db: open.db, from, clock });
    const list = { ...mail, messageId: 'delivery.3@example.org', to: 'maya@example.net,thief@example.com' };
    await expect(mailer.send(list)).rejects.toMatchObject({ name: 'MessageFault', kind: 'permanent' });
    expect(await kept(list.messageId)).toHaveLength(0);
  });

  test('is a temporary fault while the database is down', async () => {
    const away = openDatabase({ url: 'postgres://nobody@127.0.0.1:3309/nothing', log: createLog('silent') });
    const mailer = openMailboxMailer({ db: away.db, from, clock });
    await expect(mailer.send(mail)).rejects.toMatchObject({ name: 'MessageFault', kind: 'temporary' });
    await away.close();
  });
});

test('a text message is stored once, without subject and HTML, with its number normalised', async () => {
  const texter = openMailboxTexter({ db: open.db, clock });
  const message = { id: 'delivery.4', to: '+44 7700 900123', body: 'Ada left something for you' };
  await texter.send(message);
  await texter.send({ ...message, isRetry: true });
  expect(await kept(message.id)).toMatchObject([
    { channel: 'sms', toAddress: '+447700900123', subject: null, text: message.body, html: null, sentAt },
  ]);
});

test('an invalid sender address is a configuration error that stops the start', () => {
  expect(() => openMailboxMailer({ db: open.db, from: 'Long After', clock })).toThrow(TypeError);
});
