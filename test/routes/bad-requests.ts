import type { InjectOptions, LightMyRequestResponse as InjectResponse } from 'fastify';
import { expect } from 'vitest';
import type { TestApp } from '../app.ts';
import { askAs, type Question, requestOf } from './row.ts';

const injection = "x'; drop table users; --";
const halfCharacter = '\ud800';
/** Values that none of our fields accepts, or that are accepted as text and kept as text. */
const badValues: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  [],
  [[]],
  { $ne: '' },
  '',
  '\u0000',
  halfCharacter,
  injection,
  'x'.repeat(20_000),
  '0193a5f0-0000-7000-8000-000000000001',
  '9999-99-99T99:99:99Z',
];
const badParams = ['x', injection, '../../etc/passwd', 'x'.repeat(299), 'x'.repeat(2000), '\u0000', '🎂'];
/** As they appear in the URL, where they cannot be decoded. */
const badPaths = ['%', '%zz', '%ff', '%c0%ae%c0%ae', '%00'];
const badBodies = ['{', 'null', '[]', '7', '"text"', '{}', '{"__proto__":{"isAdmin":true}}'];
const badQueries = [
  '?limit=-1&before=%00',
  '?type[]=1&type[]=2',
  `?before=${'x'.repeat(3000)}`,
  '?%=%&&=',
  '?download[]=1',
];

const inside =
  /\bat \S+ \(|\.(ts|js|mjs):\d+|node_modules|(select .+ from|insert into|update|delete from) "|\bpg_|relation "|drizzle|postgres|zod|fst_/i;

/** zod's own messages, which appear if nothing else words them: see shared/input-faults.ts. */
const technical =
  /^(invalid (input|option|string|number|key|element|value|uuid|url|iso|email address)|too (small|big)|unrecognized)\b|\b(expected|received|must match|undefined|nan)\b/i;

/** A refusal says what is wrong in a sentence for people, and reveals nothing about our implementation. */
function expectRefusalOrSuccess(answer: InjectResponse, sent: string): void {
  expect(answer.statusCode, sent).toBeLessThan(500);
  if (answer.statusCode < 400) return;
  const { message, code, fields = {} } = answer.json();
  expect(message, sent).toEqual(expect.any(String));
  expect(code, sent).toEqual(expect.stringMatching(/^[a-z_]+$/));
  for (const sentence of [message, ...Object.values(fields)]) {
    expect(sentence, sent).not.toMatch(inside);
    expect(sentence, sent).not.toMatch(technical);
  }
}

function isFields(payload: Question['payload']): payload is Record<string, unknown> {
  return payload !== undefined && !Buffer.isBuffer(payload);
}

/** The request with one thing in it made invalid, in every possible way. */
function* badRequests(route: string, question: Question): Generator<InjectOptions> {
  for (const name of Object.keys(question.params ?? {})) {
    for (const value of badParams)
      yield requestOf(route, { ...question, params: { ...question.params, [name]: value } });
    const marked = requestOf(route, { ...question, params: { ...question.params, [name]: 'MARK' } });
    for (const path of badPaths) yield { ...marked, url: String(marked.url).replace('MARK', path) };
  }
  const good = requestOf(route, question);
  if (good.method === 'GET') for (const query of badQueries) yield { ...good, url: `${good.url}${query}` };
  const { payload } = question;
  if (isFields(payload)) {
    for (const name of Object.keys(payload))
      for (const value of [undefined, ...badValues])
        yield { ...good, payload: { ...payload, [name]: value } };
  }
  if (good.method !== 'GET')
    for (const body of badBodies)
      yield { ...good, payload: body, headers: { ...good.headers, 'content-type': 'application/json' } };
}

/** Whatever a route's owner sends to it, nobody gets a 5xx, or learns about our implementation. */
export async function sendBadRequests(
  testApp: TestApp,
  route: string,
  question: Question,
  owner: { token: string; cookies: Record<string, string> },
): Promise<void> {
  for (const request of badRequests(route, question)) {
    const answer = await askAs(testApp, request, owner);
    expectRefusalOrSuccess(answer, JSON.stringify([request.url, request.payload]).slice(0, 300));
  }
}
