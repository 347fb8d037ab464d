import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { eventually, startTestApp, type TestApp } from '../../../../test/app.ts';
import { listenToChanges } from '../../../../test/change-stream.ts';
import { createPerson, createStaff, goodPassword, type Person } from '../../../../test/factories.ts';
import { inTransaction } from '../../../platform/database.ts';
import { announceToStaff } from './changes.ts';

let testApp: TestApp;
let address: string;
beforeAll(async () => {
  testApp = await startTestApp();
  address = await testApp.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const listen = (token: string) => listenToChanges(address, token);

const rename = (person: Person, firstName: string) =>
  person.request({ method: 'PATCH', url: '/api/user/profile', payload: { firstName } });

async function signInAgain(person: Person): Promise<string> {
  const payload = { email: person.user.email, password: goodPassword };
  return (await testApp.app.inject({ method: 'POST', url: '/api/auth/login', payload })).json().token;
}

describe('GET /api/events', () => {
  test('announces changes for this person, and none for anybody else', async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
    const { heard } = await listen(person.token);
    await rename(other, 'Eve');
    await rename(person, 'Ruthie');
    await eventually(async () => heard.text.includes('data:'), 'the news');
    expect(heard.text.match(/data: .*/g)).toEqual(['data: {"topics":["profile"]}']);
  });

  test('tells staff once, and nobody else, that queues of theirs have changed several times', async () => {
    const [agnes, person] = [await createStaff(testApp), await createPerson(testApp)];
    const [staff, owner] = [await listen(agnes.token), await listen(person.token)];
    for (let n = 0; n < 20; n++) await inTransaction(testApp.services.db, announceToStaff);
    await eventually(async () => staff.heard.text.includes('data:'), 'the news');
    await rename(agnes, 'Agnes');
    await rename(person, 'Ruthie');
    await eventually(async () => [staff, owner].every(({ heard }) => heard.text.includes('profile')), 'more');
    expect(staff.heard.text.match(/data: .*/g)).toEqual([
      'data: {"topics":["staff"]}',
      'data: {"topics":["profile"]}',
    ]);
    expect(owner.heard.text).not.toContain('staff');
  });

  test('ends immediately when its session is ended elsewhere, and only then', async () => {
    const person = await createPerson(testApp);
    const elsewhere = await signInAgain(person);
    const [mine, theirs] = [await listen(person.token), await listen(elsewhere)];
    const sessions = (await person.request({ url: '/api/auth/sessions' })).json();
    const other = sessions.find(({ current }: { current: boolean }) => !current);
    await person.request({ method: 'DELETE', url: `/api/auth/sessions/${other.id}` });
    await theirs.reading;
    await eventually(async () => mine.heard.text.includes('sessions'), 'the news of it');
    expect(mine.heard.ended).toBe(false);
    expect(theirs.heard.text).not.toContain('data:');
  });

  test('ends on sign-out', async () => {
    const person = await createPerson(testApp);
    const { heard, reading } = await listen(person.token);
    await person.request({ method: 'POST', url: '/api/auth/sign-out' });
    await reading;
    expect(heard.ended).toBe(true);
  });

  test('ends at the next ping after the session was idle for too long; until then it is kept alive', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const person = await createPerson(testApp);
    const { heard, reading } = await listen(person.token);
    vi.advanceTimersByTime(25_000);
    await eventually(async () => heard.text.includes(': still here'), 'a ping');
    testApp.clock.advance(20 * 60 + 1);
    vi.advanceTimersByTime(25_000);
    await reading;
    expect(heard.text.match(/still here/g)).toHaveLength(1);
  });

  test('security 66: 429: a seventh stream of one session, until one of the six ends; another session has its own', async () => {
    const person = await createPerson(testApp);
    const streams: AbortController[] = [];
    const open = async (token: string) => {
      const stream = new AbortController();
      streams.push(stream);
      const headers = { authorization: `Bearer ${token}` };
      return fetch(`${address}/api/events`, { headers, signal: stream.signal });
    };
    for (let n = 0; n < 6; n++) expect((await open(person.token)).status).toBe(200);
    const refused = await open(person.token);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect((await open(await signInAgain(person))).status).toBe(200);
    streams[0]?.abort();
    await eventually(async () => (await open(person.token)).status === 200, 'its place to be free');
    for (const stream of streams) stream.abort();
  });

  test('401: without a session', async () => {
    expect((await fetch(`${address}/api/events`)).status).toBe(401);
  });
});
