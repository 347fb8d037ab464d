import type { InjectOptions } from 'fastify';
import { multipart } from '../multipart.ts';

// Values that break a route's schema, or are at its limits.

export interface Parameter<Shape = object> {
  in: 'path' | 'query' | 'header';
  name: string;
  schema: Shape;
}
export type Fields = Record<string, unknown>;
type Body = Pick<InjectOptions, 'payload' | 'headers'>;

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

export function addressOf(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((params[name] ?? '').toWellFormed()),
  );
}

export function* badAddresses(
  path: string,
  parameters: readonly Parameter[],
  params: Record<string, string>,
) {
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

const json = { 'content-type': 'application/json' };
const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const otherTypes = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  ';',
];

export function* badBodies(good: Fields): Generator<Body> {
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

export function* badForms(): Generator<Body> {
  for (const name of Object.keys(letterFields))
    for (const value of texts) yield multipart({ ...letterFields, [name]: value });
  for (const type of ['photo', 'video', 'audio', 'letter'])
    yield multipart({ ...letterFields, type }, brokenJpeg);
  yield multipart(Object.fromEntries(texts.map((text, at) => [`${text}${at}`.replaceAll('"', ''), text])));
  const { payload, headers } = multipart(letterFields, brokenJpeg);
  for (const share of [0, 0.1, 0.5, 0.9, 0.99])
    yield { payload: payload.subarray(0, payload.length * share), headers };
}

export const badHeaders: readonly Record<string, string>[] = [
  ...['', 'Bearer', 'Basic eDp5', 'Bearer \u00ff', `Bearer ${'x'.repeat(9000)}`].map((authorization) => ({
    authorization,
  })),
  { cookie: 'long_after_session=%; a==; =;' },
  { range: 'bytes=9999999999999999999-', 'if-none-match': '"' },
  { range: 'bytes=-0,1-,x', 'if-range': 'x' },
  { 'idempotency-key': 'x', 'x-forwarded-for': '\u00ff', 'accept-encoding': '*;q=x', accept: '/' },
];
