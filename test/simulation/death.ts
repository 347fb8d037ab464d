import { Temporal } from 'temporal-polyfill';
import type { BegunDeathReport, DeathReport } from '../../shared/after-death/death-reports.ts';
import { actOnReport, pdf } from '../death-reports.ts';
import { multipart } from '../multipart.ts';
import { actAsContact, objectAsContact } from './contacts.ts';
import type { Dice } from './dice.ts';
import { type Family, type LifeAct, type OpenReport, readWindow, someDays, stopRelease } from './family.ts';
import { writeForAfterDeath } from './letters.ts';
import { reject, revoke, sayAlive } from './mistakes.ts';
import { isUnpaid } from './payers.ts';
import { codeInMail, newestTo } from './post-office.ts';
import { findReport, type StaffName, staffSignIn } from './staff.ts';
import type { World } from './world.ts';

// A death, reported by a trusted contact and verified by two members of staff, and reports of people who are alive.

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const objectionHours = 72;
/** Soon enough for a code, which counts for ten minutes. */
const codeMinutes = 9;
const longestPauseHours = 64 * 24;
/** What staff are told who can open none of the proofs. */
const unreadable = 'can be opened';

export const die: LifeAct = async (world, family, dice) => {
  if (family.owner.diedAt || cannotBeReported(family)) return;
  family.owner.diedAt = world.now();
  keepCurrent(family);
  family.tell(`${family.owner.firstName} dies`);
  family.count('an owner died');
  family.later(someDays(family, dice, 1, 60), () => reportByContact(world, family, dice));
};

/** The owner is alive; they say so in the window, or hear of it too late. */
export const reportByMistake: LifeAct = async (world, family, dice) => {
  if (family.owner.diedAt || cannotBeReported(family)) return;
  if (!isUnpaid(family, world.now())) await writeForAfterDeath(world, family, dice);
  family.tell(`somebody believes that ${family.owner.firstName} has died`);
  await reportByContact(world, family, dice);
};

async function reportByContact(world: World, family: Family, dice: Dice): Promise<void> {
  const [contact] = family.people;
  const own = contact && [...contact.addresses].at(-1);
  if (!own) return;
  // Who has no address that works has somebody else's computer.
  const email = world.post.isReturned({ to: own }) ? `borrowed.${own}` : own;
  const verifiers = dice.chance(0.5) ? (['anna', 'boris'] as const) : (['boris', 'anna'] as const);
  await report(world, family, dice, { name: contact.name, email, verifiers });
}

/** A member of staff wants to have it all at once: a false report, and a verification of her own. */
export const defraud: LifeAct = async (world, family, dice) => {
  if (cannotBeReported(family)) return;
  const email = `mallory.${family.owner.email}`;
  family.count('a dishonest report');
  await report(world, family, dice, { name: 'Mallory', email, verifiers: ['carla', 'carla'] });
  family.later(someDays(family, dice, 6, 40), () => reject(world, family));
};

function cannotBeReported({ report, people, isTakenOver }: Family): boolean {
  return report !== undefined || people.length === 0 || isTakenOver;
}

/** From a death on, and while one is looked into, the time of a plan stands still. */
function keepCurrent({ plan }: Family): void {
  if (plan) plan.unpaidFrom = undefined;
}

interface Reporter {
  name: string;
  email: string;
  /** Who reads the proof, one after the other. */
  verifiers: readonly [StaffName, StaffName];
}

async function report(world: World, family: Family, dice: Dice, by: Reporter): Promise<void> {
  if (family.report) return;
  const { owner } = family;
  keepCurrent(family);
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/death-reports',
    payload: {
      ...{ reporterName: `${by.name} Alvarez`, reporterEmail: by.email, relationship: 'child' },
      ...{ personName: `${owner.firstName} Alvarez`, personEmail: owner.email },
      dateOfDeath: (owner.diedAt ?? world.now()).toISOString().slice(0, 10),
    },
  });
  if (answer.statusCode !== 201) throw new Error(`Reporting a death answered ${answer.body}`);
  const { token } = answer.json<BegunDeathReport>();
  family.report = { token, id: '', reporterEmail: by.email, approvers: new Set(), windowEndsAt: undefined };
  family.tell(`${by.name} reports that ${owner.firstName} has died`);
  enterCode(world, family, dice, by);
}

function post({ app }: World, { token }: OpenReport, path: string, more: object = {}) {
  return app.inject({ method: 'POST', url: `/api/death-reports/${token}/${path}`, ...more });
}

/**
 * Enters the code that is asked for now, once it has had time to come. While none comes, another is asked for after pauses that grow, for
 * some months: the mail server may be away, or we.
 */
function enterCode(world: World, family: Family, dice: Dice, by: Reporter, pauseHours = 6): void {
  const { report: open } = family;
  const askedAt = world.now();
  const enter = async () => {
    if (!open || family.report !== open) return;
    const code = newestTo(world.post, new Set([open.reporterEmail]), codeInMail);
    if (code && code.letter.at >= askedAt) {
      const confirmed = await post(world, open, 'confirm', { payload: { code: code.found } });
      if (confirmed.statusCode === 200) return handInProof(world, family, dice, by);
    }
    if (pauseHours > longestPauseHours) {
      family.tell('the reporter gives up');
      family.report = undefined;
      return;
    }
    family.later(pauseHours * hour, async () => {
      if (family.report !== open) return;
      await post(world, open, 'code');
      enterCode(world, family, dice, by, pauseHours * 2);
    });
  };
  family.later(codeMinutes * minute, enter, { isExact: true });
}

/** The same for everybody and in every run: a file is inspected once. */
const certificate = pdf('The certificate', { info: { CreationDate: new Date(0) } });

/** For as long as we have no room for it, once more each day. */
async function handInProof(world: World, family: Family, dice: Dice, by: Reporter): Promise<void> {
  const { report: open } = family;
  if (!open) return;
  const bytes = await certificate;
  const form = multipart(
    { kind: 'certificate' },
    { name: 'certificate.pdf', contentType: 'application/pdf', bytes },
  );
  const taken = await post(world, open, 'proofs', form);
  if (taken.statusCode === 507 || taken.statusCode === 503) {
    family.count('a proof for which there was no room');
    family.later(day, () => handInProof(world, family, dice, by));
    return;
  }
  const sent = await post(world, open, 'submit');
  if (!sent.json<DeathReport>().submittedAt) throw new Error(`A report was not sent: ${sent.body}`);
  family.tell('the certificate is sent');
  const [one, other] = by.verifiers;
  family.later(dice.int(2, 40) * hour, () => approve(world, family, dice, one));
  family.later(dice.int(41, 90) * hour, () => approve(world, family, dice, other));
}

async function approve(world: World, family: Family, dice: Dice, name: StaffName): Promise<void> {
  const { report: open, owner } = family;
  if (!open) return;
  const staff = await staffSignIn(world, name);
  const found = await findReport(staff, owner.email);
  if (!found) {
    family.tell(`${name} finds no report to read`);
    family.later(2 * day, () => approve(world, family, dice, name));
    return;
  }
  open.id = found.id;
  const answer = await actOnReport(staff, { id: found.id }, 'approvals');
  if (answer.statusCode !== 200) {
    family.tell(`${name} cannot verify it: ${answer.body}`);
    if (!answer.body.includes(unreadable)) return;
    family.count('a proof that could not be read');
    family.later(2 * day, () => approve(world, family, dice, name));
    return;
  }
  open.approvers.add(name);
  family.tell(`${name} verifies the report`);
  if (open.approvers.size < 2) return;
  expectRelease(family, open, new Date(world.now().getTime() + objectionHours * hour));
  lookInLastSecond(world, family, open);
  if (owner.diedAt) return actAsContacts(world, family, dice);
  if (dice.chance(0.6)) {
    const lastHour = dice.chance(0.4);
    const wait = lastHour ? objectionHours * hour - dice.int(1, 59) * minute : withinWindow(dice);
    family.later(wait, () => sayAlive(world, family, lastHour), { isLogged: true, isExact: true });
  } else {
    const wait = objectionHours * hour + someDays(family, dice, 1, 500);
    family.later(wait, () => revoke(world, family), { isLogged: true });
  }
}

/** How long somebody waits who acts before its end; with no more than a shift's delay. */
function withinWindow(dice: Dice): number {
  return dice.int(1, objectionHours - 7) * hour;
}

function expectRelease({ promised, owner }: Family, open: OpenReport, windowEndsAt: Date): void {
  open.windowEndsAt = windowEndsAt;
  for (const one of promised)
    if (one.releaseDays !== undefined && !one.shownAt)
      one.dueAt = daysAfter(windowEndsAt, one.releaseDays, owner.timezone);
}

/** Everybody looks in the last second of the window, which is longer where the owner could not be asked in time. */
function lookInLastSecond(world: World, family: Family, open: OpenReport, endsAt = open.windowEndsAt): void {
  if (!endsAt) return;
  const wait = endsAt.getTime() - 1000 - world.now().getTime();
  const look = async () => {
    const { windowEndsAt } = open;
    if (family.report !== open || !windowEndsAt) return;
    const window = await readWindow(world, open);
    if (!window) return;
    const end = new Date(window.endsAt);
    if (end > windowEndsAt) expectRelease(family, open, end);
    lookInLastSecond(world, family, open, end);
  };
  if (wait > 0) family.later(wait, look, { isExact: true });
  else family.later(12 * hour, look);
}

/** Days of the calendar, which are an hour longer or shorter where clocks change. */
function daysAfter(instant: Date, days: number, timeZone: string): Date {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
  return new Date(zoned.add({ days }).epochMilliseconds);
}

/** Contacts do what they do once what was left goes out; now and then one asks to wait before. */
function actAsContacts(world: World, family: Family, dice: Dice): void {
  const [first, second] = family.people.filter(({ isTrusted }) => isTrusted);
  const doubtful = second ?? first;
  if (doubtful && dice.chance(0.2)) {
    family.later(withinWindow(dice), async () => {
      if (!(await objectAsContact(world, family, doubtful))) return;
      stopRelease(family);
      family.later(day, () => approve(world, family, dice, 'anna'));
      family.later(2 * day, () => approve(world, family, dice, 'boris'));
    });
    return;
  }
  for (const act of ['one', 'other']) {
    const own = dice.fork(`contact ${act}`);
    family.later(objectionHours * hour + someDays(family, dice, 1, 300), () =>
      actAsContact(world, family, own),
    );
  }
}
