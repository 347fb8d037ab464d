import { expect, onTestFinished, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { dueLetter } from '../../../../test/due-letter.ts';
import { startSmtpServer } from '../../../../test/fakes/smtp-server.ts';
import { openBrowser } from '../../../../test/recipient-browser.ts';

// Codes go through this mail server, and the letter itself through another.
const smtp = await startSmtpServer();
const clock = createTestClock('2026-11-20T12:00:00Z');
const { app, services } = await startTestApp({
  clock,
  env: { SMTP_URL: smtp.url, MAIL_FROM: 'letters@example.org' },
});

async function secondDevice() {
  const { attempt, token } = await dueLetter(services);
  await attempt('accept');
  await openBrowser(app).open(token());
  const laptop = openBrowser(app);
  onTestFinished(() => smtp.behave(() => 'accept'));
  return { ask: (code?: string) => laptop.open(token(), code ? { code } : undefined) };
}

const newestCode = () => /\b\d{6}\b/.exec(smtp.messages.at(-1)?.parsed?.text ?? '')?.[0] ?? '';

test('503: the mail server refuses the code; asked again at once, a code is sent', async () => {
  const { ask } = await secondDevice();
  smtp.behave(({ stage }) => (stage === 'recipient' ? { code: 451 } : 'accept'));
  const refused = await ask();
  expect(refused.statusCode).toBe(503);
  expect(refused.json()).toMatchObject({
    message: 'We could not send the code. Please try again in a few minutes.',
  });
  smtp.behave(() => 'accept');
  expect((await ask()).statusCode).toBe(409);
  expect((await ask(newestCode())).statusCode).toBe(200);
});

test('409: a slow mail server does not keep the recipient waiting; the code is valid when it arrives', async () => {
  const { ask } = await secondDevice();
  smtp.behave(({ stage }) => (stage === 'message' ? 'stall' : 'accept'));
  const kept = smtp.messages.length;
  const asked = performance.now();
  expect((await ask()).statusCode).toBe(409);
  expect(performance.now() - asked).toBeLessThan(30_000);
  expect(smtp.messages.length).toBe(kept + 1);
  expect((await ask(newestCode())).statusCode).toBe(200);
});

test('a code that was sent by a clock that was years ahead is not the newest for years', async () => {
  const { ask } = await secondDevice();
  clock.differ(3 * 365 * 86_400);
  expect((await ask()).statusCode).toBe(409);
  const early = newestCode();
  clock.differ(0);
  expect((await ask(early)).statusCode).toBe(400);
  expect((await ask()).statusCode).toBe(409);
  expect(newestCode()).not.toBe(early);
  expect((await ask(newestCode())).statusCode).toBe(200);
});
