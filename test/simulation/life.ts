import { Temporal } from 'temporal-polyfill';
import type { Recipient } from '../../shared/people/recipients.ts';
import { createLetter, createPerson, createRecipient, createSchedule, createSeries } from '../factories.ts';
import { openBrowser } from '../recipient-browser.ts';
import { die, reportByMistake } from './death.ts';
import type { Dice } from './dice.ts';
import {
  type Family,
  type LifeAct,
  type LifeEvent,
  type Loved,
  type Promised,
  promise,
  signIn,
} from './family.ts';
import type { World } from './world.ts';

// What happens in the lives of owners, by the product's own doors.

const zones = [
  'America/New_York',
  'Europe/London',
  'Asia/Tokyo',
  'Pacific/Auckland',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Pacific/Apia',
];
const day = 86_400_000;

export interface FamilyOptions {
  world: World;
  dice: Dice;
  number: number;
  start: Date;
  end: Date;
  plan(event: LifeEvent): void;
  tell(what: string): void;
  count(what: string): void;
}

/** A family, and what will happen to it. */
export function createFamily(options: FamilyOptions): { family: Family; events: LifeEvent[] } {
  const { world, dice, number, start, end } = options;
  const name = `Family ${number}`;
  const family: Family = {
    name,
    owner: {
      email: `ruth.${number}@example.com`,
      firstName: `Ruth${letters(number)}`,
      timezone: dice.pick(zones),
      diedAt: undefined,
    },
    people: [],
    promised: [],
    report: undefined,
    later: (milliseconds, run) => options.plan({ at: new Date(world.now().getTime() + milliseconds), run }),
    tell: (what) => options.tell(`${name}: ${what}`),
    count: options.count,
  };
  const between = (from: Date, until: Date) =>
    new Date(dice.int(from.getTime() / 60_000, until.getTime() / 60_000) * 60_000);
  const joins = between(start, new Date(start.getTime() + 3 * 365 * day));
  const events: LifeEvent[] = [{ at: joins, run: () => join(world, family, dice.fork('joins')) }];
  if (dice.chance(0.6)) {
    const own = dice.fork('death');
    events.push({
      at: between(new Date(joins.getTime() + 400 * day), end),
      run: () => die(world, family, own),
    });
  }
  if (dice.chance(0.3)) {
    const own = dice.fork('mistake');
    const at = between(new Date(joins.getTime() + 400 * day), end);
    events.push({ at, run: () => reportByMistake(world, family, own) });
  }
  const acts = dice.int(6, 14);
  for (let act = 0; act < acts; act++) {
    const own = dice.fork(`act ${act}`);
    const at = between(new Date(joins.getTime() + day), end);
    events.push({ at, run: () => own.pick(lifeActs)(world, family, own) });
  }
  return { family, events };
}

/** 1 → 'b', 27 → 'bb': names hold no digits. */
function letters(number: number): string {
  const letter = String.fromCharCode(97 + (number % 26));
  return number < 26 ? letter : letters(Math.floor(number / 26) - 1) + letter;
}

const ownWords = ['child', 'friend', 'sibling', 'spouse'] as const;

async function join(world: World, family: Family, dice: Dice): Promise<void> {
  const { owner } = family;
  const person = await createPerson(world.people, {
    plan: 'premium',
    email: owner.email,
    firstName: owner.firstName,
    lastName: 'Alvarez',
  });
  family.tell(`${owner.firstName} opens an account, in ${owner.timezone}`);
  const count = dice.int(1, 4);
  for (let index = 0; index < count; index++) {
    const name = `Maya${letters(index)}`;
    const email = `maya.${index}.${owner.email}`;
    const recipient = await createRecipient(person, {
      ...{ firstName: name, lastName: 'Alvarez', email, relationship: dice.pick(ownWords) },
      ...(dice.chance(0.3) && { secondEmail: `second.${email}` }),
      trustedContact: index === 0,
    });
    family.people.push({
      ...{ id: recipient.id, name, addresses: new Set([email, `second.${email}`]) },
      browser: openBrowser(world.app),
    });
  }
  await writeForADay(world, family, dice);
}

const writeForADay: LifeAct = async (world, family, dice) => {
  const owner = await signIn(world, family);
  if (!owner) return;
  const title = `Letter ${family.promised.length + 1} of ${family.owner.firstName}`;
  const to = family.people.filter(() => dice.chance(0.6));
  if (to.length === 0) return;
  const letter = await createLetter(owner, { title });
  const days = dice.int(1, dice.pick([60, 1_000, 9_000]));
  const minutes = Math.ceil(world.now().getTime() / 60_000) + days * 1440 + dice.int(0, 1439);
  const dueAt = new Date(minutes * 60_000);
  const schedule = await createSchedule(owner, {
    ...{ memoryId: letter.id, deliveryDate: dueAt.toISOString(), timezone: family.owner.timezone },
    recipientIds: to.map(({ id }) => id),
  });
  family.tell(`"${title}" is to go to ${to.map(({ name }) => name).join(', ')} on ${dueAt.toISOString()}`);
  for (const person of to)
    promise(family, { title, to: person, memoryId: letter.id, scheduleId: schedule.id, dueAt });
};

const writeForAfterDeath: LifeAct = async (world, family, dice) => {
  const owner = await signIn(world, family);
  if (!owner) return;
  const title = `Letter ${family.promised.length + 1} of ${family.owner.firstName}`;
  const to = family.people.filter(() => dice.chance(0.6));
  if (to.length === 0) return;
  const letter = await createLetter(owner, { title });
  const releaseDays = dice.chance(0.5) ? 0 : dice.int(1, 900);
  const schedule = await createSchedule(owner, {
    ...{
      memoryId: letter.id,
      deliveryDate: world.now().toISOString(),
      deliveryType: 'on_death',
      releaseDays,
    },
    recipientIds: to.map(({ id }) => id),
  });
  family.tell(
    `"${title}" is for ${to.map(({ name }) => name).join(', ')}, ${releaseDays} days after the death`,
  );
  for (const person of to)
    promise(family, {
      title,
      to: person,
      memoryId: letter.id,
      scheduleId: schedule.id,
      dueAt: null,
      releaseDays,
    });
};

/** A letter for each year, on a day that not every year has. */
const writeForEveryYear: LifeAct = async (world, family, dice) => {
  const owner = await signIn(world, family);
  if (!owner) return;
  const person = dice.pick(family.people);
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
    // Reckoned from the day and month in each year, by Temporal and not by the product.
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
const edit: LifeAct = async (world, family, dice) => {
  const candidates = ahead(world, family);
  const owner = candidates.length > 0 && (await signIn(world, family));
  if (!owner) return;
  const { memoryId, title } = dice.pick(candidates);
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

const deleteLetter: LifeAct = async (world, family, dice) => {
  const candidates = ahead(world, family);
  const owner = candidates.length > 0 && (await signIn(world, family));
  if (!owner) return;
  const { memoryId, title } = dice.pick(candidates);
  const answer = await owner.request({ method: 'DELETE', url: `/api/memories/${memoryId}` });
  if (answer.statusCode !== 204 && answer.statusCode !== 200)
    throw new Error(`Deleting "${title}" answered ${answer.body}`);
  family.tell(`"${title}" is deleted`);
  family.count('a letter was deleted');
  for (const one of family.promised)
    if (one.memoryId === memoryId && !one.withdrawnAt) one.withdrawnAt = world.now();
};

/** What has not fallen due. */
function ahead(world: World, family: Family): Promised[] {
  return family.promised.filter(
    ({ dueAt, withdrawnAt }) => !withdrawnAt && (dueAt === null || dueAt > world.now()),
  );
}

const moveADay: LifeAct = async (world, family, dice) => {
  const candidates = ahead(world, family).filter(({ dueAt }) => dueAt !== null);
  const owner = candidates.length > 0 && (await signIn(world, family));
  if (!owner) return;
  const { scheduleId, title } = dice.pick(candidates);
  const dueAt = new Date(Math.ceil(world.now().getTime() / 60_000) * 60_000 + dice.int(1, 4000) * day);
  const answer = await owner.request({
    method: 'PATCH',
    url: `/api/schedules/${scheduleId}`,
    payload: { deliveryDate: dueAt.toISOString() },
  });
  if (answer.statusCode !== 200) throw new Error(`Moving "${title}" answered ${answer.body}`);
  family.tell(`"${title}" is moved to ${dueAt.toISOString()}`);
  family.count('a delivery was moved');
  for (const promised of family.promised) if (promised.scheduleId === scheduleId) promised.dueAt = dueAt;
};

const cancel: LifeAct = async (world, family, dice) => {
  const candidates = ahead(world, family);
  const owner = candidates.length > 0 && (await signIn(world, family));
  if (!owner) return;
  const { scheduleId, title } = dice.pick(candidates);
  const answer = await owner.request({ method: 'DELETE', url: `/api/schedules/${scheduleId}` });
  if (answer.statusCode !== 204 && answer.statusCode !== 200)
    throw new Error(`Cancelling "${title}" answered ${answer.body}`);
  family.tell(`"${title}" is cancelled`);
  family.count('a delivery was cancelled');
  for (const promised of family.promised)
    if (promised.scheduleId === scheduleId) promised.withdrawnAt = world.now();
};

/** Somebody's address stops working; the owner hears of it much later, or never. */
const addressEnds: LifeAct = async (world, family, dice) => {
  const person = dice.pick(family.people);
  const recipient = await findRecipient(world, family, person);
  if (!recipient?.email) return;
  world.post.endAddress(recipient.email, dice.pick(['refused', 'later']));
  family.tell(`${person.name} gives up ${recipient.email}`);
  family.count('an address ended');
};

const changeAddress: LifeAct = async (world, family, dice) => {
  const person = dice.pick(family.people);
  const owner = await signIn(world, family);
  const recipient = owner && (await findRecipient(world, family, person));
  if (!recipient) return;
  const email = `new.${dice.int(1, 999_999)}.${family.owner.email}`;
  const { substituteId, guardianId, ...fields } = recipient;
  const answer = await owner.request({
    method: 'PUT',
    url: `/api/recipients/${person.id}`,
    payload: { ...fields, email },
  });
  if (answer.statusCode !== 200) throw new Error(`Changing an address answered ${answer.body}`);
  person.addresses.add(email);
  family.tell(`${person.name} is now reached at ${email}`);
  family.count('an address was corrected');
};

async function findRecipient(world: World, family: Family, { id }: Loved): Promise<Recipient | undefined> {
  const owner = await signIn(world, family);
  const list = (await owner?.request({ url: '/api/recipients' }))?.json<Recipient[]>() ?? [];
  return list.find((one) => one.id === id);
}

const lifeActs: readonly LifeAct[] = [
  writeForADay,
  writeForADay,
  writeForAfterDeath,
  writeForAfterDeath,
  writeForEveryYear,
  edit,
  deleteLetter,
  moveADay,
  cancel,
  addressEnds,
  changeAddress,
];
