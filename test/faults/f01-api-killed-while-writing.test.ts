// F01: kill -9 of the API while people write. Confirmed writes are there; unconfirmed ones are there completely or not at all.
import { expect, test } from 'vitest';
import type { Database } from '../../server/platform/database.ts';
import { eventually } from '../app.ts';
import { goodPassword, registration } from '../factories.ts';
import { expectReconciled } from './support/deliveries.ts';
import { registerCaller } from './support/people.ts';
import { makePlace } from './support/place.ts';
import { launchProcess } from './support/processes.ts';
import { milliseconds, openRandomness } from './support/randomness.ts';
import { call } from './support/requests.ts';
import { expectFilesAndRowsAgree } from './support/stored-files.ts';
import { createWriter, type Writer } from './support/writer.ts';
import { dealWrites, kindsOfWrites } from './support/writes.ts';

const kills = 26;
const writersAtOnce = 4;
/** A kill comes after at most this many confirmed writes, and this many milliseconds into the next ones. */
const mostWritesPerRound = 8;
const intoTheNextMilliseconds = 40;

/** Registers one account after another until the process no longer responds. */
async function registerMany(address: string) {
  const answered: string[] = [];
  for (;;) {
    const json = registration();
    const answer = await call(address, { method: 'POST', path: '/api/auth/register', json }).catch(
      () => undefined,
    );
    if (!answer) return { answered, onItsWay: json.email };
    expect(answer.status).toBe(201);
    answered.push(json.email);
  }
}

/** A confirmed account can sign in; an unconfirmed one can sign in or be created again. */
async function expectAccounts(
  address: string,
  { answered, onItsWay }: Awaited<ReturnType<typeof registerMany>>,
) {
  const signIn = (email: string) =>
    call(address, { method: 'POST', path: '/api/auth/login', json: { email, password: goodPassword } });
  for (const email of answered.slice(-2)) expect((await signIn(email)).status).toBe(200);
  if ((await signIn(onItsWay)).status === 200) return;
  const json = registration({ email: onItsWay });
  expect((await call(address, { method: 'POST', path: '/api/auth/register', json })).status).toBe(201);
}

async function makeWriters(address: string, db: Database, randomness: ReturnType<typeof openRandomness>) {
  // From one deck, so that together they include every kind of write.
  const nextWrite = dealWrites(randomness);
  return await Promise.all(
    Array.from({ length: writersAtOnce }, async () =>
      createWriter(
        await registerCaller(address, db),
        db,
        openRandomness(randomness.below(2 ** 31)),
        nextWrite,
      ),
    ),
  );
}

const answeredBy = (writers: Writer[]) => writers.reduce((sum, writer) => sum + writer.answered, 0);
const kindsBy = (writers: Writer[]) => new Set(writers.flatMap(({ kinds }) => [...kinds]));

test(`${kills} times killed, nothing lost and nothing half`, async () => {
  const place = await makePlace();
  const randomness = openRandomness();
  const launch = () => launchProcess(place.env, { role: 'web' });
  let running = await launch();
  await running.ready;
  const writers = await makeWriters(running.address, place.db, randomness);
  let registered = 0;
  const haveAllKindsBeenAnswered = () => kindsBy(writers).size === kindsOfWrites.size;
  for (let kill = 1; kill <= kills; kill++) {
    const next = await launch();
    const { address } = running;
    const writing = Promise.all(writers.map((writer) => writer.writeOn(address)));
    const registering = registerMany(address);
    const enough = answeredBy(writers) + randomness.below(mostWritesPerRound);
    await eventually(async () => answeredBy(writers) >= enough, 'writes to be answered');
    // A slow kind, such as a new password, is nearly always the one that a kill hits: the last kill lets it through.
    if (kill === kills) await eventually(async () => haveAllKindsBeenAnswered(), 'every kind to be answered');
    await milliseconds(randomness.below(intoTheNextMilliseconds));
    await running.end('SIGKILL');
    const accounts = await registering;
    await writing;
    running = next;
    await running.ready;
    const differences = await Promise.all(writers.map((writer) => writer.compare(next.address)));
    expect(differences.flat(), `seed ${randomness.seed}, kill ${kill}`).toEqual([]);
    await expectAccounts(running.address, accounts);
    registered += accounts.answered.length;
  }
  expect(answeredBy(writers)).toBeGreaterThan(kills * 2);
  expect(kindsBy(writers)).toEqual(kindsOfWrites);
  expect(registered).toBeGreaterThan(0);
  await expectFilesAndRowsAgree(place);
  await expectReconciled(place.db);
});
