import type { InjectOptions, LightMyRequestResponse as InjectResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { startTestApp } from './app.ts';
import { createLetter, createPerson, createRecipient, goodPassword, type Person } from './factories.ts';
import { multipart } from './multipart.ts';

// Whatever the API description names is asked with what breaks its schema or stands at its edge, so that a new route is
// covered by itself. `bad-input.test.ts` goes further into the routes that have a row in `test/routes/`.

const testApp = await startTestApp();
const { app } = testApp;

interface Shape {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  items?: Shape;
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
}
interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  schema: Shape;
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Shape }> };
}
type Method = NonNullable<InjectOptions['method']>;
type Fields = Record<string, unknown>;
type Body = Pick<InjectOptions, 'payload' | 'headers'>;

const { paths } = (await app.inject('/api/openapi.json')).json<{
  paths: Record<string, Record<string, Operation>>;
}>();
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [method.toUpperCase(), path, operation] as const),
);

const texts: readonly string[] = [
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udc00x',
    '\u202e',
    '\ufeff',
    '🎂',
    "'; drop table users; --",
  ],
  ...[
    '%',
    '%00',
    '../../etc/passwd',
    '__proto__',
    'x'.repeat(70_000),
    'Etc/GMT+99',
    'a@\u0000.com',
    'a@[::1]',
  ],
  ...[
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    'https://169.254.169.254/',
  ],
  ...[
    'data:image/png;base64,',
    'data:image/png;base64,iVBORw0KGgo=',
    '-1',
    '1e999',
    '9007199254740993',
    'null',
  ],
];
const dates: readonly string[] = [
  ...['0000-01-01', '0001-01-01', '1582-10-10', '2031-02-29', '9998-12-31', '9999-01-01', '9999-12-31'],
  ...['-271821-04-20', '+010000-01-01', '+275760-09-13', '+275761-01-01'],
].flatMap((day) => [
  day,
  ...['00:00:00Z', '23:59:59.999Z', '23:59:59+23:59'].map((time) => `${day}T${time}`),
]);
const others: readonly unknown[] = [
  ...[0, -1, 0.1, 1e-9, 1e21, 1e308, 2 ** 31, 2 ** 53, -(2 ** 63)],
  ...[null, true, [], [[]], [null], {}, { length: -1 }, { toString: 'x' }, Array(600).fill('x')],
];
const hostileFor = (name: string) => [...texts, ...others, ...(/date|day|until/i.test(name) ? dates : [])];

const knownLists: Fields = { memoryId: 'memories', recipientIds: 'recipients', scheduleId: 'schedules' };

/** The first id in a list of the owner's, or one that nothing has. */
async function firstId(owner: Person, url: string): Promise<string> {
  const answer = await owner.request({ url });
  const list: unknown = answer.statusCode === 200 ? answer.json() : undefined;
  return Array.isArray(list) && list[0]?.id ? String(list[0].id) : '0193a5f0-0000-7000-8000-000000000001';
}

/** What a field of this shape takes, so that one hostile value at a time gets as far as it can. */
async function valueFor(owner: Person, name: string, shape: Shape = {}): Promise<unknown> {
  if (shape.anyOf) return valueFor(owner, name, shape.anyOf[0]);
  if (shape.enum) return shape.enum[0];
  if (shape.properties) return fieldsFor(owner, shape);
  if (shape.type === 'array') return [await valueFor(owner, name, shape.items)];
  if (shape.type === 'boolean') return true;
  if (shape.type === 'integer' || shape.type === 'number') return 1;
  if (shape.format === 'uuid') return firstId(owner, `/api/${knownLists[name] ?? ''}`);
  if (/password$/i.test(name)) return goodPassword;
  return /email/.test(name) ? owner.user.email : 'On the sea';
}

async function fieldsFor(owner: Person, { properties = {} }: Shape): Promise<Fields> {
  const fields: Fields = {};
  for (const [name, shape] of Object.entries(properties)) fields[name] = await valueFor(owner, name, shape);
  return fields;
}

/** Texts whose form the description does not tell: the first that a route does not complain of is kept. */
const guesses = ['2099-05-04T09:00:00Z', '2099-05-04', '1948-03-02', 'America/Denver', '+1 602 555 0134'];

async function accepted(owner: Person, request: InjectOptions, fields: Fields): Promise<Fields> {
  const good = { ...fields };
  for (const guess of guesses) {
    const answer = await ask({ ...request, payload: good }, owner.token);
    if (answer.statusCode !== 400) break;
    for (const name of Object.keys(answer.json().fields ?? {}))
      if (typeof good[name] === 'string') good[name] = guess;
  }
  return good;
}

function addressOf(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((params[name] ?? '').toWellFormed()),
  );
}

function* badAddresses(path: string, parameters: readonly Parameter[], params: Record<string, string>) {
  const at = addressOf(path, params);
  for (const { in: where, name } of parameters) {
    for (const value of texts) {
      if (where === 'path') yield addressOf(path, { ...params, [name]: value });
      if (where === 'query') yield `${at}?${name}=${encodeURIComponent(value.toWellFormed())}`;
    }
    if (where === 'query') yield `${at}?${name}=1&${name}=2&${name}[]=3`;
  }
  yield* [
    `${at}?${'a=1&'.repeat(5000)}`,
    `${at}?__proto__[x]=1&constructor=2`,
    `${at}?%00=%ff&=&%`,
    `${at}//`,
  ];
}

const atOnce = 8;
const json = { 'content-type': 'application/json' };
const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const otherTypes = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  ';',
];

function* badBodies(good: Fields): Generator<Body> {
  for (const name of Object.keys(good)) {
    for (const value of hostileFor(name))
      yield { payload: JSON.stringify({ ...good, [name]: value }), headers: json };
    yield { payload: { ...good, [name]: undefined } };
  }
  for (const payload of ['', '{', 'null', '7', '"x"', '[]', '\u0000', nested, '{"__proto__":{"x":1}}'])
    yield { payload, headers: json };
  yield { payload: { ...good, ...Object.fromEntries(texts.map((text) => [text, text])) } };
  yield { payload: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), headers: json };
  for (const type of otherTypes) yield { payload: JSON.stringify(good), headers: { 'content-type': type } };
}

const letterFields = { type: 'letter', title: 'T', recipient: 'Maya', content: 'Dear', personalMessage: 'x' };
const brokenJpeg = {
  name: 'a\u0000.jpg',
  contentType: 'image/jpeg',
  bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
};

function* badForms(): Generator<Body> {
  for (const name of Object.keys(letterFields))
    for (const value of texts) yield multipart({ ...letterFields, [name]: value });
  for (const type of ['photo', 'video', 'audio', 'letter'])
    yield multipart({ ...letterFields, type }, brokenJpeg);
  yield multipart(Object.fromEntries(texts.map((text, at) => [`${text}${at}`.replaceAll('"', ''), text])));
  const { payload, headers } = multipart(letterFields, brokenJpeg);
  for (const share of [0, 0.1, 0.5, 0.9, 0.99])
    yield { payload: payload.subarray(0, payload.length * share), headers };
}

const badHeaders: readonly Record<string, string>[] = [
  ...['', 'Bearer', 'Basic eDp5', 'Bearer \u00ff', `Bearer ${'x'.repeat(9000)}`].map((authorization) => ({
    authorization,
  })),
  { cookie: 'long_after_session=%; a==; =;' },
  { range: 'bytes=9999999999999999999-', 'if-none-match': '"' },
  { range: 'bytes=-0,1-,x', 'if-range': 'x' },
  { 'idempotency-key': 'x', 'x-forwarded-for': '\u00ff', 'accept-encoding': '*;q=x', accept: '/' },
];

function ask(request: InjectOptions, token: string | undefined): Promise<InjectResponse> {
  return app.inject({
    ...request,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...request.headers },
  });
}

/** Somebody who has one thing of each kind, and room for more. */
async function createOwner(): Promise<Person> {
  const owner = await createPerson(testApp, { plan: 'premium' });
  const [{ id: recipientId }, { id: memoryId }] = [await createRecipient(owner), await createLetter(owner)];
  const schedule = { deliveryDate: '2099-05-04T09:00:00Z', deliveryType: 'scheduled' };
  const payload = { ...schedule, memoryId, recipientIds: [recipientId] };
  await owner.request({ method: 'POST', url: '/api/schedules', payload });
  return owner;
}

async function paramsFor(owner: Person, path: string, parameters: readonly Parameter[]) {
  const params: Record<string, string> = {};
  for (const { name, schema } of parameters.filter((one) => one.in === 'path'))
    params[name] =
      name === 'id'
        ? await firstId(owner, path.replace(/\/\{.*/, ''))
        : String(await valueFor(owner, name, schema));
  return params;
}

/** Several at a time, since some routes check a password with each. */
async function faultsOf(
  asked: readonly { way: InjectOptions; token: string | undefined }[],
): Promise<string[]> {
  const faults: string[] = [];
  for (let from = 0; from < asked.length; from += atOnce) {
    const asking = asked.slice(from, from + atOnce).map(async ({ way, token }) => {
      const { statusCode } = await ask(way, token);
      if (statusCode >= 500) faults.push(`${statusCode} for ${JSON.stringify(way).slice(0, 300)}`);
    });
    await Promise.all(asking);
  }
  return faults;
}

describe('security 65: whatever is sent to a route of the API description, nobody gets a 5xx', () => {
  test.each(operations)('%s %s', async (verb, path, { parameters = [], requestBody }) => {
    const [owner, method] = [await createOwner(), verb as Method];
    const params = await paramsFor(owner, path, parameters);
    const request = { method, url: addressOf(path, params) };
    const shape = requestBody?.content['application/json']?.schema;
    const payload = shape && (await accepted(owner, request, await fieldsFor(owner, shape)));
    const good = { ...request, ...(payload && { payload }) };
    const ways = [
      ...[...badAddresses(path, parameters, params)].map((url) => ({ ...good, url })),
      ...badHeaders.map((headers) => ({ ...good, headers })),
    ];
    const bodies = [
      ...(method === 'GET' || method === 'HEAD' ? [] : badBodies(payload ?? {})),
      ...(['POST', 'PATCH', 'PUT'].includes(verb) && !payload ? badForms() : []),
    ];
    // Where nobody is let in, the body is not read; where everybody is, `bad-input.test.ts` sends bodies with a token too.
    const isOpen = (await ask(good, undefined)).statusCode !== 401;
    const asked = [
      ...ways.map((way) => ({ way, token: owner.token })),
      ...ways.flatMap((way) => (isOpen || way.url !== request.url ? { way, token: undefined } : [])),
      ...bodies.map((body) => ({ way: { ...request, ...body }, token: isOpen ? undefined : owner.token })),
    ];
    expect(await faultsOf(asked)).toEqual([]);
  });
});
