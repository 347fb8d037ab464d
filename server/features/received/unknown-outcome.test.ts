import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import type { ReceivedCover, ReceivedMemories } from '../../../shared/received.ts';
import { createTestClock, startTestApp } from '../../../test/app.ts';
import { type Reaction, startSmtpServer } from '../../../test/fakes/smtp-server.ts';
import { openBrowser } from '../../../test/recipient-browser.ts';
import { seedSchedules } from '../../../test/seed.ts';
import { openSmtpMailer } from '../../platform/mail/smtp-mailer.ts';
import { deliverBatch } from '../deliveries/deliver-batch.ts';
import { deliveryQueue } from '../deliveries/deliveries.table.ts';
import { startDueSchedules } from '../deliveries/start.ts';

// A mail server that takes a letter and hangs up before it says so: the letter may well have arrived.

const clock = createTestClock('2026-11-20T12:00:00Z');
const { app, services } = await startTestApp({ clock });
const { db } = services;

/** A delivery that is due, with a mail server before it. `attempt` is one hand-over, met by `reaction` at the end of DATA. */
async function dueDelivery() {
  const smtp = await startSmtpServer();
  const mailer = openSmtpMailer({ url: smtp.url, from: 'letters@example.org' });
  onTestFinished(() => mailer.close().then(() => smtp.close()));
  const { ownerIds } = await seedSchedules(db, { count: 1, dueAt: clock.now() });
  await startDueSchedules(db, services);
  const ofOwner = eq(deliveryQueue.userId, ownerIds[0] ?? '');
  const reload = async () => {
    const [row] = await db.select().from(deliveryQueue).where(ofOwner);
    if (!row) throw new Error('Nothing was started');
    return row;
  };
  const { id } = await reload();
  const attempt = async (reaction: Reaction) => {
    smtp.behave(({ stage }) => (stage === 'message' ? reaction : 'accept'));
    await deliverBatch(db, { ...services, mailer }, [id]);
    return reload();
  };
  const token = () => /received\/([\w-]{43})/.exec(smtp.messages[0]?.parsed?.text ?? '')?.[1] ?? '';
  return { smtp, attempt, token };
}

const day = 24 * 60 * 60;

test('the link opens the letter, also after it was given up as failed', async () => {
  const { attempt, token } = await dueDelivery();
  expect((await attempt('drop')).status).toBe('pending');
  clock.advance(7 * day);
  expect((await attempt({ code: 451 })).status).toBe('failed');

  const phone = openBrowser(app);
  expect((await phone.get(`/api/received/${token()}`)).json<ReceivedCover>().memoriesWaiting).toBe(1);
  const { memories } = (await phone.open(token())).json<ReceivedMemories>();
  expect(memories.map(({ title, content }) => [title, content])).toEqual([['A letter', 'Dear Maya']]);
});
