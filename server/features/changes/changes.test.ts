import { afterAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '../../../shared/accounts.ts';
import { eventually, startTestApp } from '../../../test/app.ts';
import { createPerson, createRecipient, registration } from '../../../test/factories.ts';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../platform/config.ts';
import { createLog } from '../../platform/log.ts';
import { openServices } from '../../services.ts';

const product = await startTestApp();
const address = await product.app.listen({ port: 0 });

/** A second process of the product on the same database. */
async function startSecondApp() {
  const config = readConfig({
    DATABASE_URL: product.databaseUrl,
    DATA_DIR: product.services.config.dataDir,
    APP_SECRET: product.services.appSecret,
    LOG_LEVEL: 'silent',
  });
  const { services, close } = await openServices(config, createLog('silent'));
  const app = await buildApp(services);
  afterAll(async () => {
    await app.close();
    await close(1);
  });
  return app;
}

/** Signs up over HTTP and listens with the cookie, as a page does; answers what has come so far. */
async function listen() {
  const answer = await fetch(`${address}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(registration()),
  });
  const { token } = (await answer.json()) as SignedIn;
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const aborting = new AbortController();
  const stream = await fetch(`${address}/api/events`, { headers: { cookie }, signal: aborting.signal });
  const heard = { text: '' };
  const reading = (async () => {
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) heard.text += chunk;
  })().catch(() => {});
  afterAll(async () => {
    aborting.abort();
    await reading;
  });
  return { token, heard, type: stream.headers.get('content-type') };
}

describe('GET /api/events', () => {
  test('401: signed out', async () => {
    expect((await product.app.inject({ url: '/api/events' })).statusCode).toBe(401);
  });

  test('tells what changed, whichever process changed it, and nothing of other people', async () => {
    const { token, heard, type } = await listen();
    expect(type).toBe('text/event-stream');
    await createRecipient(await createPerson(product));
    const second = await startSecondApp();
    const payload = { firstName: 'Maya', lastName: 'Alvarez', relationship: 'child' };
    const headers = { authorization: `Bearer ${token}` };
    const created = await second.inject({ method: 'POST', url: '/api/recipients', payload, headers });
    expect(created.statusCode).toBe(201);
    await eventually(async () => heard.text.includes('"recipients"'), 'the change');
    expect(heard.text.match(/"topics"/g)).toHaveLength(1);
  });

  test('after the listening connection broke, everything is to be read anew and changes are heard again', async () => {
    const { heard } = await listen();
    await product.services.db.execute(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'long-after events' and datname = current_database()`,
    );
    await eventually(
      async () => heard.text.includes('"memories","recipients","schedules"'),
      'the call to read anew',
    );
  });
});
