/**
 * Fills an empty database with four families' worth of memories, people and deliveries; `npm run demo` runs
 * it before the product starts. It uses the product's own API, with the clock set back for events in the
 * past. If the families already exist, it only prints who can sign in.
 */
import { count, eq, inArray } from 'drizzle-orm';
import { createFirstStaff } from '../server/features/accounts/auth/staff/staff.ts';
import { users } from '../server/features/accounts/profile/profile.table.ts';
import { memories } from '../server/features/memories/memories/memories.table.ts';
import { readConfig } from '../server/platform/config.ts';
import { isFfmpegInstalled } from '../server/platform/media.ts';
import { plans } from '../shared/plans.ts';
import { leaveCareWork } from './demo/care-work.ts';
import { edithIsGone } from './demo/edith.ts';
import { type Demo, openDemo } from './demo/environment.ts';
import { ruthLeavesThings } from './demo/items-work.ts';
import { makeRecordings } from './demo/keepsakes.ts';
import { mayaHearsTwice } from './demo/mayas-page.ts';
import { teresaIsReported } from './demo/report.ts';
import { samuelTidiesUp } from './demo/review.ts';
import {
  inesTurnsSeventy,
  lastMemoryTitle,
  ruth,
  ruthBegins,
  ruthGoesOn,
  ruthHearsOnceAYear,
  ruthToday,
} from './demo/ruth.ts';
import { samuel, samuelBegins, samuelGoesOn } from './demo/samuel.ts';
import { leaveStoreWork } from './demo/store-work.ts';
import { teresa, teresaMeetsTrouble } from './demo/teresa.ts';
import { linkOfWalter, walter, walterFallsBehind } from './demo/walter.ts';

/** On duty for all the families. */
const onDuty = { email: 'staff@example.com', password: 'Nine-Grey-Herons-4' };

const config = readConfig(process.env);
const demo = await openDemo(config);
try {
  const isNew = await isEmpty(demo);
  if (isNew) await createDemoData(demo);
  await makeStaff(demo);
  if (isNew) {
    await leaveStoreWork(demo);
    await leaveCareWork(demo, await findStaffId(demo));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await demo.close();
}

/**
 * Returns false, and leaves the database alone, if there are accounts already. Throws if an earlier run was
 * interrupted halfway.
 */
async function isEmpty({ services: { db } }: Demo): Promise<boolean> {
  const emails = [ruth.email, samuel.email];
  const [families] = await db.select({ people: count() }).from(users).where(inArray(users.email, emails));
  const [all] = await db.select({ people: count() }).from(users);
  if (!all?.people) return true;
  if (!families?.people) {
    console.log('There are accounts in this database: the demo data would go into an empty one only.');
    return false;
  }
  const [end] = await db.select({ found: count() }).from(memories).where(eq(memories.title, lastMemoryTitle));
  if (!end?.found)
    throw new Error(`The demo data was broken off halfway. Delete ${config.dataDir} and start again.`);
  printSignIns();
  return false;
}

async function findStaffId({ services: { db } }: Demo): Promise<string> {
  const [staff] = await db.select({ id: users.id }).from(users).where(eq(users.email, onDuty.email));
  if (!staff) throw new Error('The member of staff is missing.');
  return staff.id;
}

async function createDemoData(demo: Demo): Promise<void> {
  const hasFfmpeg = await isFfmpegInstalled();
  console.log('Inventing four families: their letters, photos, videos and recordings …');
  if (!hasFfmpeg) console.log('ffmpeg is not installed: there will be photos and letters only.');
  const recordings = hasFfmpeg ? await makeRecordings() : undefined;
  const today = demo.clock.now();
  const ruthsPeople = await ruthBegins(demo, today);
  await mayaHearsTwice(demo, today, ruthsPeople.maya);
  const samuelsPeople = await samuelBegins(demo, today, recordings);
  await ruthGoesOn(demo, today, ruthsPeople, recordings);
  await ruthHearsOnceAYear(demo, today);
  await inesTurnsSeventy(demo, today, ruthsPeople);
  await samuelGoesOn(demo, today, samuelsPeople, recordings);
  await makeStaff(demo);
  await ruthLeavesThings(demo, today, ruthsPeople);
  await teresaMeetsTrouble(demo, today, onDuty.email);
  await teresaIsReported(demo, today);
  await edithIsGone(demo, today);
  await walterFallsBehind(demo, today);
  await samuelTidiesUp(demo, today, samuelsPeople, recordings);
  await ruthToday(demo, ruthsPeople, recordings);
  printSignIns();
  console.log(`\n  Months are due on Walter's account. Anybody can pay them: ${await linkOfWalter(demo)}`);
  console.log('\n  In a minute something from Ruth falls due for Maya: see the mailbox.');
}

async function makeStaff({ services }: Demo): Promise<void> {
  await createFirstStaff({ ...services, config: { ...services.config, admin: onDuty } });
}

function printSignIns(): void {
  console.log('\n  Who can sign in:');
  for (const [owner, plan] of [
    [ruth, plans.premium],
    [samuel, plans.free],
    [teresa, plans.basic],
    [walter, plans.basic],
  ] as const) {
    const name = `${owner.firstName} ${owner.lastName}`;
    printSignIn(name, owner, plan.name);
  }
  printSignIn('Staff', onDuty, 'the console, at /admin');
}

function printSignIn(name: string, { email, password }: typeof onDuty, what: string): void {
  console.log(`    ${name.padEnd(16)} ${email.padEnd(20)} ${password.padEnd(22)} ${what}`);
}
