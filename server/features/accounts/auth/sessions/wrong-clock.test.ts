import { expect, test } from 'vitest';
import { startTestApp } from '../../../../../test/app.ts';
import { codeOf, protectWithCode } from '../../../../../test/authenticator.ts';
import { createPerson, goodPassword } from '../../../../../test/factories.ts';
import { attemptCounts } from '../../../system/attempt-limits/attempt-limits.table.ts';
import { deleteOldAttemptCounts } from '../../../system/attempt-limits/attempt-limits.ts';
import { deleteEndedChallenges, deleteEndedSessions } from './session-list.ts';
import { sessions, signInChallenges } from './sessions.table.ts';

const testApp = await startTestApp({ env: { RATE_LIMITS: 'on' } });
const { services, clock } = testApp;
const years = 3 * 365 * 86_400;

function login(email: string, password = goodPassword, remoteAddress = '203.0.113.1') {
  const payload = { email, password };
  return testApp.app.inject({ method: 'POST', url: '/api/auth/login', payload, remoteAddress });
}

test.each([
  ['one process', clock.differ],
  ['all', clock.jump],
])(
  'tries that were counted while the clock of %s was years ahead lock nobody out for years',
  async (_whose, move) => {
    const { email } = (await createPerson(testApp)).user;
    move(years);
    for (let number = 0; number < 10; number++) await login(email, 'wrong');
    expect((await login(email)).statusCode).toBe(429);
    move(move === clock.differ ? 0 : -years);
    const answer = await login(email);
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
    clock.advance(15 * 60 + 1);
    expect((await login(email)).statusCode).toBe(200);
  },
);

test('going back and forth between a process whose clock is ahead and one whose is right gives no more tries', async () => {
  const { email } = (await createPerson(testApp)).user;
  const statuses = [];
  for (let number = 0; number < 30; number++) {
    clock.differ(number % 2 === 0 ? 0 : 3600);
    statuses.push((await login(email, 'wrong', `203.0.113.${number}`)).statusCode);
  }
  clock.differ(0);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
});

test('counts that end later than any can are deleted', async () => {
  clock.jump(years);
  await login('nobody@example.com', 'wrong', '203.0.113.77');
  clock.jump(-years);
  await deleteOldAttemptCounts(services);
  const ends = (await services.db.select().from(attemptCounts)).map(({ windowEndsAt }) => windowEndsAt);
  expect(ends.filter((end) => end.getTime() > clock.now().getTime() + 86_400_000)).toEqual([]);
});

test('401: a session that was opened in the future is none, and is deleted; one of a clock within what is tolerated is open', async () => {
  clock.differ(50);
  const near = await createPerson(testApp);
  clock.differ(years);
  const far = await createPerson(testApp);
  clock.differ(0);
  const open = { method: 'GET' as const, url: '/api/user/profile' };
  expect((await near.request(open)).statusCode).toBe(200);
  expect((await far.request(open)).statusCode).toBe(401);

  await deleteEndedSessions(services);
  const left = (await services.db.select().from(sessions)).map(({ userId }) => userId);
  expect(left).toContain(near.user.id);
  expect(left).not.toContain(far.user.id);
});

test('while the clocks differ nobody’s session is taken for one from the future', async () => {
  const ruth = await createPerson(testApp);
  clock.differ(-years);
  await deleteEndedSessions(services);
  clock.differ(0);
  expect((await ruth.request({ method: 'GET', url: '/api/user/profile' })).statusCode).toBe(200);
});

test('a sign-in that was begun in the future waits for no code, and a pause after wrong codes from then is none', async () => {
  const ruth = await createPerson(testApp);
  const { secret } = await protectWithCode(testApp, ruth);
  const begin = async () => (await login(ruth.user.email, goodPassword, '203.0.113.99')).json();
  const enter = (challengeToken: string, code: string) =>
    testApp.app.inject({
      method: 'POST',
      url: '/api/auth/login/two-factor',
      payload: { challengeToken, code },
      remoteAddress: '203.0.113.98',
    });
  clock.differ(years);
  const { challengeToken: early } = await begin();
  for (let number = 0; number < 5; number++) await enter(early, '000000');
  expect((await enter(early, '000000')).statusCode).toBe(429);
  clock.differ(0);
  expect((await enter(early, await codeOf(testApp, secret))).statusCode).toBe(401);
  const { challengeToken } = await begin();
  expect((await enter(challengeToken, await codeOf(testApp, secret))).statusCode).toBe(200);

  await deleteEndedChallenges(services);
  expect(await services.db.$count(signInChallenges)).toBe(0);
});
