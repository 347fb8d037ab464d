import type { z } from 'zod';
import { type GapKind, gapKinds, type RehearsalGap } from '../../../../../shared/delivery/rehearsal.ts';
import { ageAt } from '../../../../../shared/people/guardians.ts';
import { daysAfter, wallClockAt } from '../../../../platform/local-time.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { standingForDelivery } from '../../../billing/subscriptions/standing/standing.ts';
import type { ItemToHandOver } from '../../../keepsakes/physical-items/physical-items.ts';
import type { RecipientRow } from '../../../people/recipients/recipients.table.ts';
import { isUnchecked } from '../../../people/recipients/recipients.ts';
import type { Forecast } from '../../deliveries/forecast/forecast.ts';

export type Gap = z.output<typeof RehearsalGap>;
type Titled = Gap['things'][number];

export interface Known {
  owner: UserRow;
  now: Date;
  forecasts: readonly Forecast[];
  /** Everybody in the owner's address book. */
  book: readonly RecipientRow[];
  /** The ids of recipients whose first address did not work when something was last sent to them. */
  failedAtFirst: ReadonlySet<string>;
  items: readonly ItemToHandOver[];
  /** Memories that are planned for no day and nobody. */
  unplanned: { count: number; first: Titled[] };
  /** YYYY-MM-DD */
  guaranteedUntil: string;
}

/** As many titles as fit in a sentence. */
const mostThings = 3;
const childUntilAge = 18;

/** What prevents something from reaching somebody as things stand. */
export function findPressing(known: Pick<Known, 'owner' | 'now' | 'forecasts'>): Gap[] {
  return inOrder([...unreachable(known.forecasts), ...stopped(known.forecasts), ...arrears(known)]);
}

/** What prevents something from reaching somebody, now or later; the most pressing kind first, and within a kind what is due first. */
export function findGaps(known: Known): Gap[] {
  return inOrder([
    ...findPressing(known),
    ...failedAtFirst(known),
    ...withoutGuardian(known),
    ...afterGuarantee(known),
    ...itemsNotHere(known),
    ...unchecked(known),
    ...contacts(known.book),
    ...withoutDay(known.unplanned),
  ]);
}

function inOrder(gaps: readonly Gap[]): Gap[] {
  return gaps.toSorted((one, other) => gapKinds.indexOf(one.kind) - gapKinds.indexOf(other.kind));
}

/** One for each person, since each has a record to correct. */
function unreachable(forecasts: readonly Forecast[]): Gap[] {
  const kindOf = (forecast: Forecast): GapKind | null => {
    const { reason } = forecast;
    if (reason === 'bad_address' || reason === 'not_theirs' || reason === 'outcome_unknown')
      return 'address_does_not_work';
    return reason === 'no_address' ? missingOf(forecast) : null;
  };
  return byPerson(forecasts, kindOf, (kind, { id }) =>
    kind === 'no_mailing_address' ? `/recipients/${id}?ask=mailingAddress` : `/recipients/${id}?ask=email`,
  );
}

/** Which address is missing. If text messages cannot be sent here, a phone number is not enough. */
export function missingOf({ schedule, recipient }: Pick<Forecast, 'schedule' | 'recipient'>) {
  if (schedule.deliveryMethod === 'physical') return 'no_mailing_address';
  return recipient.phone ? 'only_phone' : 'no_address';
}

/** They are reached at another address, as long as that works. */
function failedAtFirst({ book, failedAtFirst, forecasts }: Known): Gap[] {
  const waiting = new Set(forecasts.flatMap(({ reason, recipient }) => (reason ? recipient.id : [])));
  return book
    .filter(({ id, diedAt }) => failedAtFirst.has(id) && !waiting.has(id) && !diedAt)
    .map(({ id, firstName }) => ({
      ...plain('first_address_failed', `/recipients/${id}?ask=email`),
      people: [{ id, firstName }],
    }));
}

function unchecked({ book, now }: Known): Gap[] {
  const old = book.filter((recipient) => !recipient.diedAt && isUnchecked(recipient, now));
  const people = old.map(({ id, firstName }) => ({ id, firstName }));
  return old.length > 0
    ? [{ ...plain('addresses_unchecked', '/recipients/check'), people, count: old.length }]
    : [];
}

function withoutGuardian({ forecasts, owner, now }: Known): Gap[] {
  const isAsked = ({ recipient: { birthday, guardianId }, dueAt }: Forecast) => {
    if (!birthday || guardianId) return false;
    return ageAt(birthday, wallClockAt(dueAt ?? now, owner.timezone).localDate) < childUntilAge;
  };
  return byPerson(
    forecasts,
    (forecast) => (isAsked(forecast) ? 'no_guardian' : null),
    (_kind, { id }) => `/recipients/${id}?ask=guardianId`,
  );
}

/** One for each kind: most of these are fixed in one place, or pass by themselves. */
function stopped(forecasts: readonly Forecast[]): Gap[] {
  const held = ['held_by_staff', 'held_by_trusted_contact', 'held_by_guardian'];
  const of = (kind: GapKind, some: Forecast[], href: string) =>
    some.length > 0 ? [gapOf(kind, some, href)] : [];
  const unapproved = forecasts.filter(({ reason }) => reason === 'memory_under_review');
  const [first] = unapproved;
  return [
    ...of(
      'failed',
      forecasts.filter(({ reason }) => reason === 'failed' || reason === 'file_damaged'),
      '/schedule',
    ),
    // Of several, the first gives the reason; once that is resolved, the next one takes its place.
    ...of('not_approved', unapproved, `/memories/${first?.memory.id}`),
    ...of(
      'held',
      forecasts.filter(({ reason, dueAt, schedule }) =>
        // A guardian who will be asked, and may then say "not yet", holds nothing back yet.
        Boolean(
          reason && dueAt && held.includes(reason) && (schedule.startedAt || reason !== 'held_by_guardian'),
        ),
      ),
      '/schedule',
    ),
  ];
}

function arrears({ owner, now, forecasts }: Pick<Known, 'owner' | 'now' | 'forecasts'>): Gap[] {
  const standing = standingForDelivery(owner, now);
  if (standing.state === 'current') return [];
  const waiting = forecasts.filter(({ reason }) => reason === 'account_in_arrears');
  return [{ ...gapOf('arrears', waiting, '/settings?tab=account'), amount: standing.amountCents / 100 }];
}

function afterGuarantee({ forecasts, guaranteedUntil }: Known): Gap[] {
  // No zone is further from UTC than this: only days this near need the calendar of their zone.
  const beginOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
  const surelyBefore = beginOf(daysAfter(guaranteedUntil, -1));
  const surelyAfter = beginOf(daysAfter(guaranteedUntil, 3));
  const later = forecasts.filter(({ dueAt, schedule }) => {
    if (!dueAt || dueAt.getTime() < surelyBefore) return false;
    return (
      dueAt.getTime() >= surelyAfter || wallClockAt(dueAt, schedule.timezone).localDate > guaranteedUntil
    );
  });
  return later.length > 0 ? [gapOf('after_guarantee', later, '/schedule')] : [];
}

function itemsNotHere({ items, book }: Known): Gap[] {
  return items.flatMap(({ id, title, recipientId, hasArrived }) => {
    const person = book.find((each) => each.id === recipientId);
    if (hasArrived || !person) return [];
    const people = [{ id: person.id, firstName: person.firstName }];
    return {
      ...plain('item_not_here', '/physical-items'),
      people,
      things: [{ id, title }],
      thingCount: 1,
      count: 1,
    };
  });
}

function contacts(book: readonly RecipientRow[]): Gap[] {
  const trusted = book.filter(({ trustedContact, diedAt }) => trustedContact && !diedAt);
  const people = trusted.map(({ id, firstName }) => ({ id, firstName }));
  const [only, ...others] = trusted;
  if (!only) return [plain('no_contact', '/recipients')];
  const isTold = trusted.some(({ trustedContactToldAt }) => trustedContactToldAt !== null);
  if (!isTold) return [{ ...plain('contact_not_told', `/recipients/${only.id}?ask=email`), people }];
  return others.length === 0 ? [{ ...plain('one_contact', '/recipients'), people }] : [];
}

function withoutDay({ count, first }: Known['unplanned']): Gap[] {
  return count > 0 ? [{ ...plain('no_day', '/schedule'), things: first, thingCount: count, count }] : [];
}

function byPerson(
  forecasts: readonly Forecast[],
  kindOf: (forecast: Forecast) => GapKind | null,
  hrefOf: (kind: GapKind, person: RecipientRow) => string,
): Gap[] {
  const groups = Map.groupBy(forecasts, (forecast) => {
    const kind = kindOf(forecast);
    return kind && `${kind} ${forecast.recipient.id}`;
  });
  return [...groups.values()].flatMap((some) => {
    const [first] = some;
    const kind = first && kindOf(first);
    return kind ? [gapOf(kind, some, hrefOf(kind, first.recipient))] : [];
  });
}

function gapOf(kind: GapKind, some: readonly Forecast[], href: string): Gap {
  const people = new Map(some.map(({ recipient: { id, firstName } }) => [id, { id, firstName }]));
  const things = new Map(some.map(({ memory: { id, title } }) => [id, { id, title }]));
  const dates = some.flatMap(({ dueAt }) => dueAt?.getTime() ?? []);
  return {
    ...plain(kind, href),
    people: [...people.values()],
    things: [...things.values()].slice(0, mostThings),
    thingCount: things.size,
    count: some.length,
    due: dates.length > 0 ? new Date(Math.min(...dates)) : null,
  };
}

function plain(kind: GapKind, href: string): Gap {
  return { kind, people: [], things: [], thingCount: 0, count: 0, due: null, amount: null, href };
}
