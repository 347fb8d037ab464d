import { Temporal } from 'temporal-polyfill';
import { createLetter, createSchedule, createSeries, type Person } from '../factories.ts';
import type { Dice } from './dice.ts';
import {
  type Family,
  type LifeAct,
  living,
  nextVisit,
  type Promised,
  promise,
  signIn,
  someDays,
} from './family.ts';
import type { World } from './world.ts';

// What owners leave, and what they change of it before it goes.

const day = 86_400_000;

interface Plan {
  /** What the schedule asks for. */
  schedule: object;
  promised: Pick<Promised, 'dueAt'> & Partial<Pick<Promised, 'releaseDays'>>;
  /** When it is to come, in words. */
  when: string;
}

/** A letter for some of the family, and now and then another for the same people and moment. */
async function leave(world: World, family: Family, dice: Dice, plan: () => Plan): Promise<void> {
  const owner = await signIn(world, family);
  if (!owner) return;
  const to = family.people.filter(() => dice.chance(0.6));
  if (to.length === 0) return;
  const { schedule, promised, when } = plan();
  const recipientIds = to.map(({ id }) => id);
  for (let left = dice.chance(0.3) ? 2 : 1; left > 0; left--) {
    const title = `Letter ${family.promised.length + 1} of ${family.owner.firstName}`;
    const { id: memoryId } = await createLetter(owner, { title });
    const { id: scheduleId } = await createSchedule(owner, { memoryId, recipientIds, ...schedule });
    family.tell(`"${title}" is for ${to.map(({ name }) => name).join(', ')}, ${when}`);
    for (const person of to) promise(family, { title, to: person, memoryId, scheduleId, ...promised });
  }
}

export const writeForADay: LifeAct = (world, family, dice) =>
  leave(world, family, dice, () => {
    const days = someDays(family, dice, 1, dice.pick([60, 1_000, 9_000])) / day;
    const minutes = Math.ceil(world.now().getTime() / 60_000) + days * 1440 + dice.int(0, 1439);
    const dueAt = dice.chance(0.5) ? nextVisit(minutes * 60_000) : new Date(minutes * 60_000);
    return {
      schedule: { deliveryDate: dueAt.toISOString(), timezone: family.owner.timezone },
      promised: { dueAt },
      when: `on ${dueAt.toISOString()}`,
    };
  });

export const writeForAfterDeath: LifeAct = (world, family, dice) =>
  leave(world, family, dice, () => {
    const releaseDays = dice.chance(0.5) ? 0 : someDays(family, dice, 1, 900) / day;
    return {
      schedule: {
        ...{ deliveryDate: world.now().toISOString(), timezone: family.owner.timezone },
        ...{ deliveryType: 'on_death', releaseDays },
      },
      promised: { dueAt: null, releaseDays },
      when: `${releaseDays} days after the death`,
    };
  });

/** A letter for each year, on a day that not every year has. */
export const writeForEveryYear: LifeAct = async (world, family, dice) => {
  const owner = await signIn(world, family);
  const alive = living(family);
  if (!owner || alive.length === 0) return;
  const person = dice.pick(alive);
  const leap = dice.chance(0.4);
  const { month, day: dayOfMonth } = leap
    ? { month: 2, day: 29 }
    : { month: dice.int(1, 12), day: dice.int(1, 28) };
  const fromYear = world.now().getUTCFullYear() + 1;
  const years = Array.from({ length: dice.int(3, 6) }, (_, index) => fromYear + index);
  const memories: Record<string, string> = {};
  const titles: Record<string, string> = {};
  for (const year of years) {
    titles[year] = `Letter ${family.promised.length + 1}.${year} of ${family.owner.firstName}`;
    memories[year] = (await createLetter(owner, { title: titles[year] })).id;
  }
  const localTime = dice.pick(['00:30', '02:30', '09:00', '12:00', '23:45']);
  const { timezone } = family.owner;
  const series = await createSeries(owner, {
    ...{ recipientIds: [person.id], month, day: dayOfMonth, fromYear, untilYear: years.at(-1) },
    ...{ localTime, timezone, memoryId: null, memories },
  });
  family.tell(
    `every ${dayOfMonth}.${month}. at ${localTime} something is to go to ${person.name}, ${fromYear} to ${years.at(-1)}`,
  );
  family.count(leap ? 'a series over 29 February' : 'a series');
  for (const year of years) {
    // Computed from the day and month in each year by Temporal, not by the product.
    const date = Temporal.PlainDate.from({ year, month, day: dayOfMonth });
    const instant = date.toZonedDateTime({ timeZone: timezone, plainTime: localTime }).epochMilliseconds;
    const scheduleId = series.years.find((one) => one.year === year)?.scheduleId ?? '';
    promise(family, {
      ...{ title: titles[year] ?? '', to: person, memoryId: memories[year] ?? '', scheduleId },
      dueAt: new Date(instant),
    });
  }
};

/** Changed before it goes: the new title is what arrives. */
export const edit: LifeAct = async (world, family, dice) => {
  const picked = await pickAhead(world, family, dice);
  if (!picked) return;
  const { owner, memoryId, title } = picked;
  if (family.promised.some((one) => one.memoryId === memoryId && one.shownAt)) return;
  const answer = await owner.request({
    method: 'PATCH',
    url: `/api/memories/${memoryId}`,
    payload: { title: `${title}, written again` },
  });
  if (answer.statusCode !== 200) throw new Error(`Editing "${title}" answered ${answer.body}`);
  family.tell(`"${title}" is written again`);
  for (const one of family.promised) if (one.memoryId === memoryId) one.title = `${title}, written again`;
};

export const deleteLetter: LifeAct = async (world, family, dice) => {
  const picked = await pickAhead(world, family, dice);
  if (!picked) return;
  const { owner, memoryId, title } = picked;
  const answer = await owner.request({ method: 'DELETE', url: `/api/memories/${memoryId}` });
  if (answer.statusCode !== 204 && answer.statusCode !== 200)
    throw new Error(`Deleting "${title}" answered ${answer.body}`);
  family.tell(`"${title}" is deleted`);
  family.count('a letter was deleted');
  for (const one of family.promised)
    if (one.memoryId === memoryId && !one.withdrawnAt) one.withdrawnAt = world.now();
};

/** Something that has not fallen due and `fits`, and its owner, who has just signed in. */
async function pickAhead(
  world: World,
  family: Family,
  dice: Dice,
  fits: (one: Promised) => boolean = () => true,
): Promise<(Promised & { owner: Person }) | undefined> {
  const ahead = family.promised.filter(
    ({ dueAt, withdrawnAt }) => !withdrawnAt && (dueAt === null || dueAt > world.now()),
  );
  const candidates = ahead.filter(fits);
  const owner = candidates.length > 0 && (await signIn(world, family));
  return owner ? { ...dice.pick(candidates), owner } : undefined;
}

export const moveADay: LifeAct = async (world, family, dice) => {
  const picked = await pickAhead(world, family, dice, ({ dueAt }) => dueAt !== null);
  if (!picked) return;
  const { owner, scheduleId, title } = picked;
  const dueAt = new Date(
    Math.ceil(world.now().getTime() / 60_000) * 60_000 + someDays(family, dice, 1, 4000),
  );
  const answer = await owner.request({
    method: 'PATCH',
    url: `/api/schedules/${scheduleId}`,
    payload: { deliveryDate: dueAt.toISOString() },
  });
  if (answer.statusCode !== 200) throw new Error(`Moving "${title}" answered ${answer.body}`);
  family.tell(`"${title}" is moved to ${dueAt.toISOString()}`);
  family.count('a delivery was moved');
  const isFarAway = dueAt.getTime() - world.now().getTime() > 31 * day;
  for (const promised of family.promised.filter((one) => one.scheduleId === scheduleId)) {
    promised.dueAt = dueAt;
    // The guardian is asked again in time, as if nothing had been said.
    if (isFarAway) promised.notBefore = undefined;
  }
};

export const cancel: LifeAct = async (world, family, dice) => {
  const picked = await pickAhead(world, family, dice);
  if (!picked) return;
  const { owner, scheduleId, title } = picked;
  const answer = await owner.request({ method: 'DELETE', url: `/api/schedules/${scheduleId}` });
  if (answer.statusCode !== 204 && answer.statusCode !== 200)
    throw new Error(`Cancelling "${title}" answered ${answer.body}`);
  family.tell(`"${title}" is cancelled`);
  family.count('a delivery was cancelled');
  for (const promised of family.promised)
    if (promised.scheduleId === scheduleId) promised.withdrawnAt = world.now();
};
