import { expect, test } from 'vitest';
import { eventually, startTestApp } from '../test/app.ts';
import { listenToChanges } from '../test/change-stream.ts';
import { atEndOfFile } from '../test/end-of-file.ts';
import { createPerson } from '../test/factories.ts';
import { startSmtpServer } from '../test/fakes/smtp-server.ts';
import { recordBackup } from './features/system/health/backups/backups.ts';

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

test('/metrics counts answers by the class of their status, and no stream of events', async () => {
  const count = async (status: string) => {
    const line = new RegExp(`^long_after_http_request_seconds_count{status="${status}"} (\\d+)$`, 'm');
    return Number(line.exec(await readMetrics())?.[1]);
  };
  const person = await createPerson(testApp);
  const stream = await listenToChanges(await app.listen({ port: 0 }), person.token);
  const [answered, refused] = [await count('2xx'), await count('4xx')];
  await app.inject({ url: '/api/no-such-route' });
  await person.request({ method: 'POST', url: '/api/auth/sign-out' });
  await stream.reading;
  expect(await count('4xx')).toBe(refused + 1);
  // Signing out, and the three earlier readings.
  expect(await count('2xx')).toBe(answered + 4);
});

test('/metrics shows the age of the last backup and what it lacks once there is one, and the size of the database', async () => {
  const before = await readMetrics();
  expect(before).not.toContain('long_after_backup_age_seconds');
  expect(before).toMatch(/^long_after_database_bytes [1-9]\d{6,}$/m);
  await recordBackup(testApp.services, { files: 2, faults: 1 });
  clock.advance(45);
  const after = await readMetrics();
  expect(after).toContain('long_after_backup_age_seconds 60\n');
  expect(after).toContain('long_after_backup_missing_files 1\n');
});
