import { requireFound } from '../../server/platform/errors.ts';
import { wallClockAt } from '../../server/platform/local-time.ts';
import type { SignedIn } from '../../shared/accounts/sign-in.ts';
import type { StaffWindowAnswer } from '../../shared/after-death/staff-windows.ts';
import type { ReceivedMemories } from '../../shared/delivery/received.ts';
import { goodPassword, type Person } from '../factories.ts';
import type { openBrowser } from '../recipient-browser.ts';
import type { LifeEvent } from './calendar.ts';
import type { Dice } from './dice.ts';
import { codeInMail, type Letter, linkToPage } from './post-office.ts';
import type { World } from './world.ts';

// A family as it knows itself: who there is, and what was promised to whom. The oracles compare that with what arrives.

/** What an owner left for one person, as the family knows it. */
export interface Promised {
  title: string;
  to: Loved;
  memoryId: string;
  scheduleId: string;
  /** Null until the owner's death is certain. */
  dueAt: Date | null;
  /** For after the death: so many days after the release. */
  releaseDays: number | undefined;
  /** A guardian has said "not yet": until the child has come of age. */
  notBefore: Date | undefined;
  /** Since when it is no longer promised. */
  withdrawnAt: Date | undefined;
  /** When the person was first shown it. */
  shownAt: Date | undefined;
}

/** Somebody for whom an owner leaves something. */
export interface Loved {
  id: string;
  name: string;
  /** Every address under which they were ever reached. */
  addresses: Set<string>;
  browser: ReturnType<typeof openBrowser>;
  /** The owner trusts them to be told of their death. */
  isTrusted: boolean;
  /** When a guardian no longer has a say in what they receive; undefined if there is none. */
  sayEndsAt: Date | undefined;
  /** An address of theirs has ended: what is for them may wait for somebody. */
  isHardToReach: boolean;
  /** Somebody else said that they are not this person: what was sent until then opens no more. */
  closedAt: Date | undefined;
  /** When nothing may be sent to them. */
  stops: Stop[];
  /** Where contacts had what is for them sent to themselves. */
  redirects: Redirect[];
}

export interface Redirect {
  to: string;
  since: Date;
  /** When the person has told us; until then nobody here can know. */
  saidWrongAt: Date | undefined;
}

/** Nothing goes to an address that somebody has changed before this is over. */
export const addressHours = 48;

/** A time in which nothing may be sent to somebody, and why. */
export interface Stop {
  from: Date;
  until: Date | undefined;
  why: string;
}

/** From now on, until somebody ends it or `until`. */
export function stopFor({ stops }: Loved, from: Date, why: string, until?: Date): Stop {
  const stop = { from, until, why };
  stops.push(stop);
  return stop;
}

/** All that began for this reason: who says something twice takes it back once. */
export function endStops({ stops }: Loved, why: string, at: Date): void {
  for (const stop of stops) if (stop.why === why) stop.until ??= at;
}

/** Why nothing goes to somebody who has died, as the owner has told us. */
export const ofDeath = 'they have died';

/** Whom the owner has not told us to be dead: for the dead nothing can be left. */
export function living({ people }: Family): Loved[] {
  return people.filter(({ stops }) => !stops.some(({ why, until }) => why === ofDeath && !until));
}

export interface Family {
  name: string;
  owner: Owner;
  people: Loved[];
  promised: Promised[];
  /** The report of a death that is open, or has led to a release. */
  report: OpenReport | undefined;
  /** What a release had sent before then opens no more. */
  revokedAt: Date | undefined;
  plan: Plan | undefined;
  /** Somebody else has had the account deleted; the owner does not know it yet. */
  isTakenOver: boolean;
  /** 1, or less where the time in which all of this is to happen is short. */
  pace: number;
  /** From then on nobody begins anything: what follows from it would not be over when the world ends. */
  nothingNewFrom: Date;
  /** Has something happen that many milliseconds from now. */
  later(milliseconds: number, run: () => Promise<void>, options?: Omit<LifeEvent, 'at' | 'run'>): void;
  /** Tells the story. */
  tell(what: string): void;
  count(what: string): void;
}

/** What an owner has paid for; undefined for somebody who need not pay. */
interface Plan {
  /** What falls due before this is delivered. */
  paidUntil: Date;
  /** What falls due from here on waits for a payment; undefined where a death may have stopped the time. */
  unpaidFrom: Date | undefined;
}

interface Owner {
  email: string;
  firstName: string;
  timezone: string;
  /** From then on the owner does nothing any more. */
  diedAt: Date | undefined;
}

export interface OpenReport {
  token: string;
  /** As staff know it. */
  id: string;
  reporterEmail: string;
  /** Who has verified it in the present round. */
  approvers: Set<string>;
  /** Once enough have: nothing may be released before. */
  windowEndsAt: Date | undefined;
}

/** Undefined once the owner has died, or while the account is closed. A sign of life ends what a report had begun. */
export async function signIn(world: World, family: Family): Promise<Person | undefined> {
  const { owner } = family;
  if (owner.diedAt || family.isTakenOver) return undefined;
  if (await isAsked(world, family.report)) stopRelease(family);
  return signInAs(world, owner.email);
}

/** Whether a window is open. While no worker runs it goes on after its end: nothing is released then. */
async function isAsked(world: World, report: OpenReport | undefined): Promise<boolean> {
  if (!report?.windowEndsAt) return false;
  return world.now() < report.windowEndsAt || (await readWindow(world, report)) !== null;
}

/** The objection window as staff see it; null once it is over. */
export async function readWindow(world: World, { id }: OpenReport): Promise<StaffWindowAnswer['window']> {
  const staff = requireFound(await signInAs(world, 'anna@long-after.example'));
  const answer = await staff.request({ url: `/api/admin/death-reports/${id}/window` });
  return answer.json<StaffWindowAnswer>().window;
}

/** A new session, on a device of theirs or one that nobody has seen; undefined if the account is closed. */
export async function signInAs(
  { app, devices }: World,
  email: string,
  device: 'own' | 'unknown' = 'own',
): Promise<Person | undefined> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    cookies: device === 'own' ? (devices.get(email) ?? {}) : {},
    payload: { email, password: goodPassword },
  });
  if (answer.statusCode !== 200) return undefined;
  const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
  if (device === 'own') devices.set(email, cookies);
  const { token, user } = answer.json<SignedIn>();
  return {
    ...{ user, token, cookies: {} },
    request: (request) =>
      app.inject({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }),
  };
}

/** Nothing of what waits for the death is promised any more, until it is verified again. */
export function stopRelease({ report, promised }: Family): void {
  if (!report) return;
  report.windowEndsAt = undefined;
  report.approvers.clear();
  for (const one of promised) if (one.releaseDays !== undefined && !one.shownAt) one.dueAt = null;
}

/** Families do things, and have things delivered, on the same days: many of them share the sweeps. */
const visitDays = 14;

/** The next of those days. */
export function nextVisit(time: number): Date {
  const step = visitDays * 86_400_000;
  return new Date(Math.ceil(time / step) * step + 10 * 3_600_000);
}

/** Some days, in milliseconds, as people wait before they do something; fewer where there is little time. */
export function someDays({ pace }: Family, dice: Dice, least: number, most: number): number {
  return dice.int(Math.ceil(least * pace), Math.ceil(most * pace)) * 86_400_000;
}

export type LifeAct = (world: World, family: Family, dice: Dice) => Promise<void>;

type NewPromise = Pick<Promised, 'title' | 'to' | 'memoryId' | 'scheduleId' | 'dueAt'> &
  Partial<Pick<Promised, 'releaseDays'>>;

export function promise(family: Family, one: NewPromise): void {
  family.promised.push({
    ...{ releaseDays: undefined, notBefore: undefined, withdrawnAt: undefined, shownAt: undefined },
    ...one,
  });
}

/** What a person is shown by the link in a letter, on their own device; `code missing` if it was asked for and has not come. */
export async function openPage(
  { post }: World,
  person: Loved,
  { to, text }: Letter,
): Promise<ReceivedMemories | 'code missing' | undefined> {
  const token = requireFound(linkIn(text));
  let answer = await person.browser.open(token);
  if (answer.statusCode === 409) {
    const code = post.newest(to, codeInMail);
    answer = code === undefined ? answer : await person.browser.open(token, { code });
    if (answer.statusCode !== 200) return 'code missing';
  }
  // Where the mail server is away, no code can be sent.
  if (answer.statusCode === 503) return 'code missing';
  return answer.statusCode === 200 ? answer.json<ReceivedMemories>() : undefined;
}

/** The last part of the link to a recipient's page. */
export function linkIn(text: string): string | undefined {
  return linkToPage.exec(text)?.[1];
}

export function describeDay(at: Date): string {
  const { localDate, localTime } = wallClockAt(at, 'UTC');
  return `${localDate} ${localTime}`;
}
