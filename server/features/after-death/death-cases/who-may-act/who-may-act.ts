import { and, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { StaffStanding } from '../../../../../shared/after-death/staff-standing.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { isSamePhone } from '../../../../platform/sms/phone-number.ts';
import { probationObstacle } from '../../../accounts/auth/staff/staff.ts';
import { type UserRow, users } from '../../../accounts/profile/profile.table.ts';
import { everyAddressOf, shareMailbox } from '../../../accounts/profile/profile.ts';
import { deathReports } from '../death-reports/death-reports.table.ts';
import { type Entry, readAddressBook } from './address-book.ts';

/** Whose case it is: the owner, and the report if no owner is known yet. */
export interface Concerned {
  ownerId: string | null;
  reportId?: string | undefined;
}

interface Reachable {
  emails: readonly string[];
  phones: readonly string[];
}

type Member = UserRow & Reachable;

/** Refuses anyone who stands to gain from a decision about an owner: 409 with the reason, in a sentence. */
export async function requireMayActOn(tx: Tx, memberId: string, ownerId: string): Promise<void> {
  await requireMayDecide(tx, memberId, { ownerId });
}

/** The same, for a report. */
export async function requireMayDecide(tx: Tx, memberId: string, concerned: Concerned): Promise<void> {
  const obstacle = await obstacleTo(tx, memberId, concerned);
  if (obstacle) throw new AppError('conflict', obstacle);
}

/**
 * Why this member of staff may not act here, in a sentence; null if they may. Nobody decides about themselves,
 * about a death that they reported, about an owner whose address book they are in, or about people they live with.
 * Every address and number counts that is theirs, was theirs, or waits to be confirmed. Somebody who conceals their
 * addresses is not found; the second member of staff is there for that.
 */
export async function obstacleTo(
  db: Queryable,
  memberId: string,
  concerned: Concerned,
): Promise<string | null> {
  return obstacleFor(db, await readMember(db, memberId), concerned);
}

export async function obstaclesTo(
  db: Queryable,
  memberId: string,
  cases: readonly Concerned[],
): Promise<(string | null)[]> {
  const member = await readMember(db, memberId);
  const obstacles: (string | null)[] = [];
  for (const concerned of cases) obstacles.push(await obstacleFor(db, member, concerned));
  return obstacles;
}

/** What the staff pages show in place of acts that would be refused. 404 for an unknown id. */
export async function standingOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  member: UserRow,
  ownerId: string,
): Promise<z.output<typeof StaffStanding>> {
  const [owner] = await db.select({ id: users.id }).from(users).where(eq(users.id, ownerId));
  return {
    obstacle: await obstacleTo(db, member.id, { ownerId: requireFound(owner, 'This account').id }),
    agreementObstacle: probationObstacle(member, clock.now()),
  };
}

async function obstacleFor(db: Queryable, member: Member, concerned: Concerned): Promise<string | null> {
  const people = await readPeople(db, concerned);
  const ground = groundOf(member, people);
  if (ground === 'address-book')
    return `You are in the address book of ${people.owner?.firstName}. Ask a colleague.`;
  return ground && sentences[ground];
}

type Ground = 'concerned' | 'reporter' | 'address-book' | 'household';

const sentences = {
  concerned: 'This is about you. Ask a colleague.',
  reporter: 'You reported this death yourself. Ask a colleague.',
  household: 'You live at the address of somebody whom this concerns. Ask a colleague.',
};

/** For each member of staff, by id: what keeps them from deciding, or null. */
export async function groundsFor(
  db: Queryable,
  memberIds: readonly string[],
  concerned: Concerned,
): Promise<Map<string, Ground | null>> {
  const people = await readPeople(db, concerned);
  const grounds = new Map<string, Ground | null>();
  for (const id of memberIds) grounds.set(id, groundOf(await readMember(db, id), people));
  return grounds;
}

/** Everybody whom a case concerns, and how each can be reached. */
interface People {
  owner: Member | undefined;
  reporters: Reporter[];
  book: Entry[];
}

async function readPeople(db: Queryable, { ownerId, reportId }: Concerned): Promise<People> {
  const [owner] = ownerId ? await db.select().from(users).where(eq(users.id, ownerId)) : [];
  return {
    owner: owner && { ...owner, ...(await everyAddressOf(db, owner)) },
    reporters: await readReporters(db, { ownerId, reportId }),
    book: ownerId ? await readAddressBook(db, ownerId) : [],
  };
}

function groundOf(member: Member, { owner, reporters, book }: People): Ground | null {
  if (owner && (member.id === owner.id || areShared(member, owner))) return 'concerned';
  if (reporters.some((reporter) => isTheirs(member, reporter))) return 'reporter';
  if (book.some((entry) => areShared(member, entry))) return 'address-book';
  const emails = reporters.map(({ email }) => email);
  const places = [
    owner?.address,
    ...reporters.flatMap(({ accounts }) => accounts.map(({ address }) => address)),
    ...book.filter((entry) => shareMailbox(entry.emails, emails)).flatMap((entry) => entry.places),
  ];
  return isHome(member, places) ? 'household' : null;
}

async function readMember(db: Queryable, id: string): Promise<Member> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  const member = requireFound(row, 'This account');
  return { ...member, ...(await everyAddressOf(db, member)) };
}

interface Reporter {
  email: string;
  userId: string | null;
  accounts: Member[];
}

/** Everybody who reported this death: in this report, or in another about the same owner. */
async function readReporters(db: Queryable, { ownerId, reportId }: Concerned): Promise<Reporter[]> {
  const about: SQL[] = [
    ...(ownerId ? [eq(deathReports.userId, ownerId)] : []),
    ...(reportId ? [eq(deathReports.id, reportId)] : []),
  ];
  // An unconfirmed address may be anybody's.
  const reports = await db
    .select({ email: deathReports.reporterEmail, userId: deathReports.reporterUserId })
    .from(deathReports)
    .where(and(or(...about), ne(deathReports.state, 'draft')));
  if (reports.length === 0) return [];
  const ids = reports.flatMap(({ userId }) => userId ?? []);
  const emails = reports.map(({ email }) => email.toLowerCase());
  const rows = await db
    .select()
    .from(users)
    .where(or(inArray(users.id, ids), inArray(sql`lower(${users.email})`, emails)));
  const accounts: Member[] = [];
  for (const row of rows) accounts.push({ ...row, ...(await everyAddressOf(db, row)) });
  return reports.map((report) => ({
    ...report,
    accounts: accounts.filter(
      ({ id, email }) => id === report.userId || shareMailbox([email], [report.email]),
    ),
  }));
}

function isTheirs(member: Member, { email, userId, accounts }: Reporter): boolean {
  return (
    userId === member.id ||
    shareMailbox(member.emails, [email]) ||
    accounts.some((account) => account.id === member.id || areShared(member, account))
  );
}

function areShared(one: Reachable, other: Reachable): boolean {
  return (
    shareMailbox(one.emails, other.emails) ||
    one.phones.some((phone) => other.phones.some((theirs) => isSamePhone(phone, theirs)))
  );
}

function isHome({ address }: Member, places: readonly (string | null | undefined)[]): boolean {
  const home = placeOf(address);
  return home !== '' && places.some((place) => placeOf(place) === home);
}

/** An address reduced to its letters and digits, since people write the rest in different ways. */
export function placeOf(address: string | null | undefined): string {
  return (address ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
