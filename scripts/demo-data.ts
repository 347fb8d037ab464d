/**
 * Fills an empty database with two families' worth of memories, people and deliveries: `npm run demo` runs it before
 * the product starts. It goes through the product's own API, with the clock set back for what lies in the past.
 * Where the families are there already it only says who can sign in.
 */
import { count, eq, inArray } from 'drizzle-orm';
import { users } from '../server/features/accounts/accounts/accounts.table.ts';
import { memories } from '../server/features/memories/memories/memories.table.ts';
import { readConfig } from '../server/platform/config.ts';
import { isFfmpegInstalled } from '../server/platform/media.ts';
import { plans } from '../shared/plans.ts';
import { makeRecordings } from './demo/keepsakes.ts';
import { inesTurnsSeventy, lastMemoryTitle, ruth, ruthBegins, ruthGoesOn, ruthToday } from './demo/ruth.ts';
import { samuel, samuelBegins, samuelGoesOn } from './demo/samuel.ts';
import { openWorld, type World } from './demo/world.ts';

const config = readConfig(process.env);
const world = await openWorld(config);
try {
  if (await isEmpty(world)) await tellStory(world);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await world.close();
}

/** Leaves a database with other people's accounts alone. Throws where the story was broken off halfway. */
async function isEmpty({ services: { db } }: World): Promise<boolean> {
  const emails = [ruth.email, samuel.email];
  const [demo] = await db.select({ people: count() }).from(users).where(inArray(users.email, emails));
  const [all] = await db.select({ people: count() }).from(users);
  if (!all?.people) return true;
  if (!demo?.people) {
    console.log('There are accounts in this database: the demo data would go into an empty one only.');
    return false;
  }
  const [end] = await db.select({ found: count() }).from(memories).where(eq(memories.title, lastMemoryTitle));
  if (!end?.found)
    throw new Error(`The demo data was broken off halfway. Delete ${config.dataDir} and start again.`);
  sayWhoCanSignIn();
  return false;
}

async function tellStory(world: World): Promise<void> {
  const hasFfmpeg = await isFfmpegInstalled();
  console.log('Inventing two families: their letters, photos, films and sounds …');
  if (!hasFfmpeg) console.log('ffmpeg is not installed: there will be photos and letters only.');
  const recordings = hasFfmpeg ? await makeRecordings() : undefined;
  const today = world.clock.now();
  const ruthsPeople = await ruthBegins(world, today);
  const samuelsPeople = await samuelBegins(world, today, recordings);
  await ruthGoesOn(world, today, ruthsPeople, recordings);
  await inesTurnsSeventy(world, today);
  await samuelGoesOn(world, today, samuelsPeople, recordings);
  await ruthToday(world, ruthsPeople, recordings);
  sayWhoCanSignIn();
  console.log('\n  In a minute something from Ruth falls due for Maya: see the mailbox.');
}

function sayWhoCanSignIn(): void {
  console.log('\n  Who can sign in:');
  for (const [owner, plan] of [
    [ruth, plans.premium],
    [samuel, plans.free],
  ] as const) {
    const name = `${owner.firstName} ${owner.lastName}`;
    console.log(`    ${name.padEnd(16)} ${owner.email.padEnd(20)} ${owner.password.padEnd(22)} ${plan.name}`);
  }
}
