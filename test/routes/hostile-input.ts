import type { InjectOptions, LightMyRequestResponse as InjectResponse } from 'fastify';
import type { TestApp } from '../app.ts';
import { createLetter, createPerson, createRecipient, goodPassword, type Person } from '../factories.ts';
import type { Schema } from '../fuzz/schema-values.ts';
import {
  addressOf,
  badAddresses,
  badBodies,
  badForms,
  badHeaders,
  type Fields,
  type Parameter,
} from './hostile-values.ts';

// Every operation in the API description is called with values that break its schema or are at its limits, so
// a new route is covered automatically. `bad-requests.ts` gets further into the routes that have a row.

export interface Operation {
  parameters?: Parameter<Schema>[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses?: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
type Method = NonNullable<InjectOptions['method']>;

const atOnce = 8;

const knownLists: Fields = { memoryId: 'memories', recipientIds: 'recipients', scheduleId: 'schedules' };

/** The first id in one of the owner's lists, or one that does not exist. */
async function firstId(owner: Person, url: string): Promise<string> {
  const answer = await owner.request({ url });
  const list: unknown = answer.statusCode === 200 ? answer.json() : undefined;
  return Array.isArray(list) && list[0]?.id ? String(list[0].id) : '0193a5f0-0000-7000-8000-000000000001';
}

/** A value that a field with this schema accepts, so that one hostile value at a time gets as far as it can. */
async function valueFor(owner: Person, name: string, shape: Schema = {}): Promise<unknown> {
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

async function fieldsFor(owner: Person, { properties = {} }: Schema): Promise<Fields> {
  const fields: Fields = {};
  for (const [name, shape] of Object.entries(properties)) fields[name] = await valueFor(owner, name, shape);
  return fields;
}

/** Texts whose format the description does not give: the first one that a route does not complain about is kept. */
const guesses = ['2099-05-04T09:00:00Z', '2099-05-04', '1948-03-02', 'America/Denver', '+1 602 555 0134'];

async function accepted(
  { app }: TestApp,
  owner: Person,
  request: InjectOptions,
  fields: Fields,
): Promise<Fields> {
  const good = { ...fields };
  for (const guess of guesses) {
    const answer = await ask(app, { ...request, payload: good }, owner.token);
    if (answer.statusCode !== 400) break;
    for (const name of Object.keys(answer.json().fields ?? {}))
      if (typeof good[name] === 'string') good[name] = guess;
  }
  return good;
}

function ask(
  app: TestApp['app'],
  request: InjectOptions,
  token: string | undefined,
): Promise<InjectResponse> {
  return app.inject({
    ...request,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...request.headers },
  });
}

/** Somebody who has one thing of each kind, and room for more. */
export async function createOwner(testApp: TestApp): Promise<Person> {
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

/** Several at a time, because some routes check a password each time. */
async function faultsOf(
  { app }: TestApp,
  asked: readonly { way: InjectOptions; token: string | undefined }[],
): Promise<string[]> {
  const faults: string[] = [];
  for (let from = 0; from < asked.length; from += atOnce) {
    const asking = asked.slice(from, from + atOnce).map(async ({ way, token }) => {
      const { statusCode } = await ask(app, way, token);
      if (statusCode >= 500) faults.push(`${statusCode} for ${JSON.stringify(way).slice(0, 300)}`);
    });
    await Promise.all(asking);
  }
  return faults;
}

export async function operationsOf({ app }: TestApp) {
  const { paths } = (await app.inject('/api/openapi.json')).json<{
    paths: Record<string, Record<string, Operation>>;
  }>();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [method.toUpperCase(), path, operation] as const),
  );
}

/** Responses of 500 and more to what `owner` and nobody send to an operation. */
export async function faultsOfOperation(
  testApp: TestApp,
  [verb, path, { parameters = [], requestBody }]: Awaited<ReturnType<typeof operationsOf>>[number],
  owner: Person,
): Promise<string[]> {
  const method = verb as Method;
  const params = await paramsFor(owner, path, parameters);
  const request = { method, url: addressOf(path, params) };
  const shape = requestBody?.content['application/json']?.schema;
  const payload = shape && (await accepted(testApp, owner, request, await fieldsFor(owner, shape)));
  const good = { ...request, ...(payload && { payload }) };
  const ways = [
    ...[...badAddresses(path, parameters, params)].map((url) => ({ ...good, url })),
    ...badHeaders.map((headers) => ({ ...good, headers })),
  ];
  const bodies = [
    ...(method === 'GET' || method === 'HEAD' ? [] : badBodies(payload ?? {})),
    ...(['POST', 'PATCH', 'PUT'].includes(verb) && !payload ? badForms() : []),
  ];
  // If nobody is let in, the body is not read; if everybody is, `bad-requests.ts` sends bodies with a token too.
  const isOpen = (await ask(testApp.app, good, undefined)).statusCode !== 401;
  const asked = [
    ...ways.map((way) => ({ way, token: owner.token })),
    ...ways.flatMap((way) => (isOpen || way.url !== request.url ? { way, token: undefined } : [])),
    ...bodies.map((body) => ({ way: { ...request, ...body }, token: isOpen ? undefined : owner.token })),
  ];
  return faultsOf(testApp, asked);
}
