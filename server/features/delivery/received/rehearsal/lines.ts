import type { z } from 'zod';
import type { Rehearsal, RehearsalLine } from '../../../../../shared/delivery/rehearsal.ts';
import { wallClockAt } from '../../../../platform/local-time.ts';
import type { ItemToHandOver } from '../../../keepsakes/physical-items/physical-items.ts';
import type { RecipientRow } from '../../../people/recipients/recipients.table.ts';
import type { Forecast } from '../../deliveries/forecast/forecast.ts';
import type { Release } from '../../deliveries/plan/plan.ts';
import { type Known, missingOf } from './gaps.ts';

type Line = z.output<typeof RehearsalLine>;

/** A line for each thing and person, in order of time; years of a series that are alike become one line. */
export function linesOf(known: Known, { release }: { release: Release | null }): Line[] {
  const deliveries = known.forecasts.map((forecast) => lineOf(forecast, known.guaranteedUntil));
  const items = known.items.flatMap((item) => itemLineOf(item, known, release));
  return inOneLine([...deliveries, ...items].toSorted(byTime));
}

/** What a page says about all the lines before it lists the first ones. */
export function sumsOf(lines: readonly Line[]): z.output<typeof Rehearsal>['sums'] {
  const dated = lines.flatMap(({ scheduleId, localDate, furtherDates, isAfterGuarantee, recipient }) =>
    scheduleId && localDate
      ? [localDate, ...furtherDates].map((day) => ({ day, isAfterGuarantee, recipient }))
      : [],
  );
  const years = dated.map(({ day }) => Number(day.slice(0, 4)));
  return {
    deliveries: dated.length,
    people: new Set(dated.map(({ recipient }) => recipient.id)).size,
    years: years.length > 0 ? { first: Math.min(...years), last: Math.max(...years) } : null,
    afterGuarantee: dated.filter(({ isAfterGuarantee }) => isAfterGuarantee).length,
    afterDeath: lines.filter(({ localDate }) => localDate === null).length,
  };
}

function lineOf(forecast: Forecast, guaranteedUntil: string): Line {
  const { schedule, recipient, memory, dueAt, contact, reason } = forecast;
  const { localDate, localTime, timezone, deliveryDate, deliveryMethod } = schedule;
  const isOnItsDay = dueAt?.getTime() === deliveryDate.getTime();
  const wall = dueAt && (isOnItsDay ? { localDate, localTime } : wallClockAt(dueAt, timezone));
  const isMoved = schedule.deliveryType === 'scheduled' && dueAt !== null && dueAt > deliveryDate;
  return {
    scheduleId: schedule.id,
    seriesId: schedule.seriesId,
    recipient: named(recipient),
    thing: { id: memory.id, title: memory.title, type: memory.type },
    at: dueAt,
    localDate: wall?.localDate ?? null,
    localTime: wall?.localTime ?? null,
    timezone,
    movedFrom: isMoved ? localDate : null,
    furtherDates: [],
    channel: contact?.channel ?? (deliveryMethod === 'physical' ? 'post' : null),
    address: contact?.address ?? null,
    reason: reason === 'no_address' ? missingOf(forecast) : reason,
    isAfterGuarantee: wall !== null && wall.localDate > guaranteedUntil,
  };
}

function itemLineOf(
  { id, title, recipientId, hasArrived }: ItemToHandOver,
  { book, owner: { timezone } }: Known,
  release: Release | null,
): Line[] {
  const recipient = book.find((person) => person.id === recipientId);
  if (!recipient) return [];
  const wall = release && wallClockAt(release.releasedAt, timezone);
  return [
    {
      ...{ scheduleId: null, seriesId: null, recipient: named(recipient), thing: { id, title, type: null } },
      ...{ at: release?.releasedAt ?? null, localDate: wall?.localDate ?? null },
      ...{ localTime: wall?.localTime ?? null, timezone, movedFrom: null, furtherDates: [] },
      ...{ channel: 'by_hand', address: null, isAfterGuarantee: false },
      reason: hasArrived ? null : 'item_not_here',
    },
  ];
}

function named({ id, firstName }: RecipientRow) {
  return { id, firstName };
}

/** What waits for the death comes last. */
function byTime(one: Line, other: Line): number {
  return (one.at?.getTime() ?? Infinity) - (other.at?.getTime() ?? Infinity) || 0;
}

function inOneLine(lines: readonly Line[]): Line[] {
  const kept = new Map<string, Line>();
  for (const line of lines) {
    const { seriesId, recipient, thing, channel, address, reason, isAfterGuarantee, movedFrom } = line;
    const alike = [seriesId, recipient.id, thing.id, channel, address, reason, isAfterGuarantee, movedFrom];
    const key = seriesId ? JSON.stringify(alike) : `${line.scheduleId ?? thing.id} ${recipient.id}`;
    const first = kept.get(key);
    if (first && line.localDate) first.furtherDates.push(line.localDate);
    else kept.set(key, line);
  }
  return [...kept.values()];
}
