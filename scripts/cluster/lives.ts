import { until } from '../../bench/harness.ts';
import type { Database } from '../../server/platform/database.ts';
import type { ReceivedMemories } from '../../shared/delivery/received.ts';
import { listenToChanges } from '../../test/change-stream.ts';
import { createApprovedLetter, createRecipient, createSchedule, type Person } from '../../test/factories.ts';
import type { FakeSmtpServer } from '../../test/fakes/smtp-server.ts';
import { openBrowser } from '../../test/recipient-browser.ts';
import { begun, send, sha256Of, standsAt } from '../../test/uploads.ts';
import { at, register, remoteApp } from './remote.ts';

export interface Where {
  proxy: string;
  /** Two web processes, called without the proxy. */
  webs: readonly [string, string];
  db: Database;
  smtp: FakeSmtpServer;
}

/** What starts on one process continues on the other; throws an error that says what does not. */
export async function crossProcesses({ webs: [one, other], db }: Where): Promise<string[]> {
  const ruth = await register(one, db);
  const there = at(other, ruth);
  expect((await there.request({ url: '/api/user/profile' })).statusCode === 200, 'a session');

  const content = { title: 'For your thirtieth', content: 'Dear Maya, sit down first.' };
  await ruth.request({ method: 'PUT', url: '/api/drafts/letter', payload: { content } });
  const draft = await there.request({ url: '/api/drafts/letter' });
  expect(draft.body.includes('sit down first'), `a draft (${draft.statusCode})`);

  const { heard, reading } = await listenToChanges(one, ruth.token);
  // The stream breaks when the process ends.
  reading.catch(() => undefined);
  await createRecipient(there);
  await until(async () => heard.text.includes('recipients'), 'a change to be announced at the other process');

  await uploadInTwo(ruth, there);
  const tries = await wrongPasswords([one, other], ruth.email);
  return [
    'sessions',
    'drafts',
    'event streams',
    'uploads',
    `limits (the ${tries}th wrong password in a row is refused)`,
  ];
}

/** Uploads the first half to one process, the second to the other. */
async function uploadInTwo(here: Person, there: Person): Promise<void> {
  const bytes = Buffer.alloc(600_000, 'a voice');
  const half = bytes.length / 2;
  const file = { name: 'rain.wav', contentType: 'audio/wav', bytes };
  const path = new URL(await begun(here, file, { type: 'audio', sha256: sha256Of(bytes) }), 'http://here')
    .pathname;
  await send(here, path, 0, bytes.subarray(0, half));
  expect((await standsAt(there, path)) === half, 'half an upload');
  const rest = await send(there, path, half, bytes.subarray(half));
  expect(rest.statusCode === 204, `the other half of an upload (${rest.statusCode})`);
}

/** How many wrong passwords it takes to be refused, sent to the processes in turn. */
async function wrongPasswords(addresses: readonly string[], email: string): Promise<number> {
  for (let tries = 1; tries <= 100; tries++) {
    const app = remoteApp(addresses[tries % addresses.length] ?? '');
    const payload = { email, password: 'not-the-password' };
    const { statusCode } = await app.inject({ method: 'POST', url: '/api/auth/login', payload });
    if (statusCode === 429) return tries;
  }
  throw new Error('A hundred wrong passwords were tried');
}

/** A letter is written, scheduled, sent and read, all through the proxy. Returns the title as the recipient read it. */
export async function mainJob({ proxy, db, smtp }: Where): Promise<string> {
  const ruth = await register(proxy, db);
  const letter = await createApprovedLetter(ruth, { title: 'From one machine to another' });
  const maya = await createRecipient(ruth);
  await createSchedule(ruth, {
    memoryId: letter.id,
    recipientIds: [maya.id],
    deliveryDate: new Date(Date.now() + 5_000).toISOString(),
  });
  const linkIn = () =>
    smtp.messages
      .filter(({ envelope }) => envelope.to.includes(maya.email ?? ''))
      .flatMap(({ parsed }) => /\/received\/([\w-]{43})/.exec(parsed?.text ?? '')?.[1] ?? [])[0];
  await until(async () => linkIn() !== undefined, 'the letter to arrive');
  const opened = await openBrowser(remoteApp(proxy)).open(linkIn() ?? '');
  const { memories } = opened.json<ReceivedMemories>();
  expect(memories[0]?.title === letter.title, 'the letter behind its link');
  return letter.title;
}

function expect(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`${what} does not go from one process to the other`);
}
