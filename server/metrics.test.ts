import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eventually, startTestApp } from '../test/app.ts';
import { atEndOfFile } from '../test/end-of-file.ts';
import { createPerson } from '../test/factories.ts';
import { startSmtpServer } from '../test/fakes/smtp-server.ts';

const smtp = await startSmtpServer();
atEndOfFile(smtp.close);
const testApp = await startTestApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'post@example.org' } });
const { app, clock } = testApp;

async function readMetrics(): Promise<string> {
  clock.advance(15);
  return (await app.inject({ url: '/metrics' })).body;
}

test('/metrics counts mails by what became of them, and shows the outbox', async () => {
  smtp.behave(({ stage }) => (stage === 'recipient' ? { code: 550 } : 'accept'));
  await createPerson(testApp);
  clock.advance(45);
  const before = await readMetrics();
  expect(before).toContain('long_after_outbox_mails 1\n');
  expect(before).toContain('long_after_outbox_oldest_seconds 60\n');
  expect(before).toContain('long_after_messages_total{channel="mail",outcome="permanent"} 0\n');

  await testApp.work();
  const after = await eventually(async () => {
    const text = await readMetrics();
    return text.includes('long_after_outbox_mails 0\n') && text;
  }, 'the mail to be tried');
  expect(after).toContain('long_after_messages_total{channel="mail",outcome="permanent"} 1\n');
});

test('every metric of docs/prometheus-alerts.yml is one that /metrics shows', async () => {
  const alerts = readFileSync(new URL('../docs/prometheus-alerts.yml', import.meta.url), 'utf8');
  const names = new Set(alerts.match(/\blong_after_\w+/g));
  expect(names.size).toBeGreaterThan(8);
  const shown = await eventually(async () => {
    const text = await readMetrics();
    const ran = [
      'long_after_timer_age_seconds{timer="sweep-deliveries"}',
      'long_after_sweep_failures_total{',
    ];
    return ran.every((shown) => text.includes(shown)) && text;
  }, 'the sweep to run');
  const values = new Set([...shown.matchAll(/^(long_after_\w+)[{ ]/gm)].map((match) => match[1]));
  expect([...names].filter((name) => !values.has(name))).toEqual([]);
});
