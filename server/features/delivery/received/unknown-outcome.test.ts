import { expect, test } from 'vitest';
import type { ReceivedCover, ReceivedMemories } from '../../../../shared/delivery/received.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { dueLetter } from '../../../../test/due-letter.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { openBrowser } from '../../../../test/recipient-browser.ts';
import { spendRetries } from '../../../../test/started-delivery.ts';

// The mail server takes the mail and closes the connection before it confirms, so the mail may have arrived.

const clock = createTestClock('2026-11-20T12:00:00Z');
const testApp = await startTestApp({ clock });
const { app, services } = testApp;

test('the link opens the letter, even after the delivery has failed', async () => {
  const { id, attempt, reload, token } = await dueLetter(services);
  expect((await attempt('drop')).status).toBe('pending');
  await spendRetries(testApp, { id });
  clock.set((await reload()).attemptAfter);
  expect((await attempt({ code: 451 })).status).toBe('failed');

  const phone = openBrowser(app);
  expect((await phone.get(`/api/received/${token()}`)).json<ReceivedCover>().memoriesWaiting).toBe(1);
  const { memories } = (await phone.open(token())).json<ReceivedMemories>();
  expect(memories.map(({ title, content }) => [title, content])).toEqual([['A letter', 'Dear Maya']]);
});

test('the code for a second device is sent to the address the link was sent to', async () => {
  const { attempt, token, messages } = await dueLetter(services);
  await attempt('drop');
  await openBrowser(app).open(token());
  const laptop = openBrowser(app);
  expect((await laptop.open(token())).statusCode).toBe(409);
  const [message] = await mailTo(services, messages[0]?.envelope.to[0] ?? '');
  const code = /\b\d{6}\b/.exec(message?.text ?? '')?.[0];
  expect((await laptop.open(token(), { code })).statusCode).toBe(200);
});
