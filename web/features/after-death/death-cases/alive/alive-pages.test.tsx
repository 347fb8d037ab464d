import type { ReactElement } from 'react';
import { prerender } from 'react-dom/static';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import type { AliveStanding } from '../../../../../shared/after-death/alive.ts';
import { SettledAnswer } from './alive-answer.tsx';
import { Question, type Unanswered } from './alive-question.tsx';
import type { Settled } from './too-late.tsx';

const standing = <State extends AliveStanding['state']>(
  state: State,
  more: Partial<AliveStanding> = {},
): AliveStanding & { state: State } => ({
  ...{ firstName: 'Ruth', reportedAt: '2031-03-06T12:00:00Z', endsAt: null, answeredAt: null },
  ...{ answeredBy: null, gone: null, changed: false, ...more, state },
});

async function render(page: ReactElement): Promise<string> {
  const { prelude } = await prerender(<Router ssrPath="/alive/a-token">{page}</Router>);
  return (await new Response(prelude).text()).replaceAll('<!-- -->', '');
}

const question = (one: Unanswered) =>
  render(<Question standing={one} isPressing={false} refusal={undefined} onPress={() => undefined} />);
const settled = (one: Settled, hasPressed = false) =>
  render(<SettledAnswer standing={one} hasPressed={hasPressed} />);

test.each<[Unanswered['state'], Partial<AliveStanding>, RegExp]>([
  ['waiting', {}, /somebody told us that you have died\. If you are reading this, it is a mistake/],
  [
    'window',
    { endsAt: '2031-03-12T15:00:00Z' },
    /Nothing has been given to anybody yet.*after 12 March 2031 at/,
  ],
  ['looking', {}, /one of us is looking into it\. Nothing has been given to anybody/],
  [
    'released',
    {},
    /we believed it\. Your account is closed, and what you left for after your death is going out/,
  ],
])('the question, %s: says where things stand before it asks', async (state, more, words) => {
  const html = await question(standing(state, more));
  expect(html).toMatch(words);
  expect(html).toMatch(/<button.*I am alive/);
});

const since = { answeredAt: '2031-03-07T09:00:00Z', answeredBy: 'alive_link' } as const;

test.each<[string, Settled, RegExp]>([
  ['closed', standing('closed', { ...since, changed: true }), /Thank you, Ruth<.*The report is closed/],
  [
    'stopped',
    standing('stopped', { ...since, changed: true }),
    /It has stopped.*we ask you again, every day/,
  ],
  [
    'too late, with things gone',
    standing('too_late', { ...since, changed: true, gone: { memories: 2, people: 1 } }),
    /Our staff know now.*begun to go out: 2 things to one person before you pressed.*Our staff were told at once/,
  ],
  [
    'too late, with nothing gone',
    standing('too_late', { ...since, changed: true, gone: { memories: 0, people: 0 } }),
    /nothing that you left has gone out before you pressed/,
  ],
])('after the press, %s', async (_name, one, words) => {
  const html = await settled(one, true);
  expect(html).toMatch(words);
  expect(html).not.toContain('changed nothing');
});

test.each<[string, Settled, RegExp]>([
  ['closed', standing('closed', since), /You told us that you are alive on 7 March 2031/],
  ['by a sign-in', standing('stopped', { ...since, answeredBy: 'sign_in' }), /You signed in on 7 March 2031/],
  ['rejected', standing('rejected'), /looked into it and closed it\. Nothing/],
  ['revoked', standing('revoked'), /our mistake.*your account is open again.*what-went-out/],
  [
    'too late',
    standing('too_late', { ...since, gone: { memories: 1, people: 3 } }),
    /one thing to 3 people by now/,
  ],
])('opened again, %s; and a press that changes nothing says so', async (_name, one, words) => {
  expect(await settled(one)).toMatch(words);
  expect(await settled(one, true)).toContain('Your answer changed nothing: we already knew.');
});

test.each(['closed', 'stopped', 'rejected'] as const)(
  '%s never says that nothing is given where something was',
  async (state) => {
    expect(await settled(standing(state))).not.toContain('gone out');
  },
);
