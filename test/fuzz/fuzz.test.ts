import fc, { type Arbitrary } from 'fast-check';
import type { InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../app.ts';
import { repeatProperties } from '../random-orders.ts';
import { type Operation, operationsOf } from '../routes/hostile-input.ts';
import { addressOf } from '../routes/hostile-values.ts';
import { type Cast, createCast, type Somebody } from './cast.ts';
import { type Schema, unnamed, valuesOf } from './schema-values.ts';

// Every operation of the API description is called with what its schema allows, and now and then with something else, by everybody
// who may send us requests: nobody gets a 5xx, or a field that the description does not name. FUZZ_RUNS makes it call more often.

const runs = Number(process.env['FUZZ_RUNS'] ?? 2);
/** What one of the cast does to the others, such as closing an account, affects them for this many operations. */
const operationsPerCast = 40;

await repeatProperties();
const testApp = await startTestApp();
const { app } = testApp;
const operations = await operationsOf(testApp);

let cast: Cast | undefined;
let asked = 0;
async function presentCast(): Promise<Cast> {
  if (!cast || asked++ % operationsPerCast === 0) cast = await createCast(testApp);
  return cast;
}

test('a field that the schema does not name is found, however deep', () => {
  const person: Schema = { type: 'object', properties: { name: { type: 'string' } } };
  const schema: Schema = {
    properties: { people: { type: 'array', items: { anyOf: [person, { type: 'null' }] } } },
  };
  expect(unnamed({ people: [{ name: 'Ada' }, null] }, schema)).toEqual([]);
  expect(unnamed({ people: [{ name: 'Ada', password: 'x' }], id: 1 }, schema)).toEqual([
    '.people[].password',
    '.id',
  ]);
});

describe('security 65: whatever the API description allows', () => {
  // The change stream never ends.
  test.each(operations.filter(([, path]) => path !== '/api/events'))(
    '%s %s',
    async (method, path, operation) => {
      const { people, known } = await presentCast();
      for (const somebody of people) {
        const requests = requestsFor({ method, path, operation }, somebody, known);
        const property = fc.asyncProperty(requests, async (request) => {
          const answer = await app.inject({
            ...request,
            ...(somebody.cookies && { cookies: somebody.cookies }),
          });
          expect(answer.statusCode, somebody.name).toBeLessThan(500);
          const type = String(answer.headers['content-type']);
          if (!type.startsWith('application/json') || answer.statusCode >= 400) return;
          const schema = operation.responses?.[answer.statusCode]?.content?.['application/json']?.schema;
          expect(unnamed(answer.json(), schema), somebody.name).toEqual([]);
        });
        await fc.assert(property, { numRuns: runs, endOnFailure: true });
      }
    },
  );
});

function requestsFor(
  { method, path, operation }: { method: string; path: string; operation: Operation },
  { token, link }: Somebody,
  known: Cast['known'],
): Arbitrary<InjectOptions> {
  const { parameters = [], requestBody } = operation;
  const valuesIn = (where: 'path' | 'query') =>
    fc.record(
      Object.fromEntries(
        parameters.flatMap(({ in: place, name, schema }) =>
          place === where ? [[name, parameterValues(name, schema)]] : [],
        ),
      ),
      where === 'path' ? {} : { requiredKeys: [] },
    );
  const parameterValues = (name: string, schema: Schema) =>
    name === 'token' ? fc.constantFrom(...(link ? [link] : []), ...known.tokens) : valuesOf(schema, known);
  const body = requestBody?.content['application/json']?.schema;
  return fc
    .record({
      params: valuesIn('path'),
      query: valuesIn('query'),
      payload: body ? valuesOf(body, known) : fc.constant(undefined),
    })
    .map(({ params, query, payload }) => ({
      method: method as NonNullable<InjectOptions['method']>,
      url: addressOf(path, asTexts(params)),
      query: asTexts(query),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
      },
      ...(payload !== undefined && { payload: JSON.stringify(payload) }),
    }));
}

const asTexts = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, text(value)]));

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
