import type { Recipient } from '../../shared/people/recipients.ts';
import { createPerson, createRecipient } from '../factories.ts';
import { openBrowser } from '../recipient-browser.ts';
import type { LifeEvent } from './calendar.ts';
import { defraud, die, reportByMistake } from './death.ts';
import type { Dice } from './dice.ts';
import { type Family, type LifeAct, type Loved, nextVisit, signIn } from './family.ts';
import { bearChild } from './guardians.ts';
import { intrude } from './intruders.ts';
import {
  cancel,
  deleteLetter,
  edit,
  moveADay,
  writeForADay,
  writeForAfterDeath,
  writeForEveryYear,
} from './letters.ts';
import { isUnpaid, payForSomeYears } from './payers.ts';
import { decline, disown, outlive } from './recipients.ts';
import type { World } from './world.ts';

// What happens in the lives of owners, by the product's own doors.

export const zones = [
  'America/New_York',
  'Europe/London',
  'Asia/Tokyo',
  'Pacific/Auckland',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Pacific/Apia',
];
const day = 86_400_000;
/** How long it takes until most of what people plan has happened. */
const unhurried = 3 * 365 * day;

export interface FamilyOptions {
  world: World;
  dice: Dice;
  number: number;
  start: Date;
  end: Date;
  nothingNewFrom: Date;
  plan(event: LifeEvent): void;
  tell(what: string): void;
  count(what: string): void;
}

/** Named, so that one can be left out to see whether the others suffice to break something. */
interface NamedEvent extends LifeEvent {
  name: string;
}

/** A family, and what will happen to it. */
export function createFamily(options: FamilyOptions): { family: Family; events: NamedEvent[] } {
  const { world, dice, number, start, end, nothingNewFrom } = options;
  const name = `Family ${number}`;
  const span = end.getTime() - start.getTime();
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
    ...{ report: undefined, revokedAt: undefined, plan: undefined, isTakenOver: false },
    nothingNewFrom,
    // In a short time everything comes sooner.
    pace: Math.min(1, span / unhurried),
    later: (milliseconds, run, how = {}) =>
      options.plan({ ...how, at: new Date(world.now().getTime() + milliseconds), run }),
    tell: (what) => options.tell(`${name}: ${what}`),
    count: options.count,
  };
  const between = (from: Date, until: Date) => nextVisit(dice.int(from.getTime(), until.getTime()));
  const joins = between(start, new Date(start.getTime() + Math.min(3 * 365 * day, span / 3)));
  const later = () => between(new Date(joins.getTime() + Math.min(400 * day, span / 4)), end);
  const events: NamedEvent[] = [];
  const happens = (what: string, at: Date, act: LifeAct) => {
    const own = dice.fork(what);
    events.push({ name: `${name}, ${what}`, at, run: () => act(world, family, own) });
  };
  happens('joins', joins, join);
  if (dice.chance(0.5)) happens('death', later(), die);
  if (dice.chance(0.25)) happens('mistake', later(), reportByMistake);
  if (dice.chance(0.1)) happens('fraud', later(), defraud);
  const acts = dice.int(5, 11);
  for (let act = 0; act < acts; act++)
    happens(`act ${act}`, between(new Date(joins.getTime() + day), end), live);
  if (dice.chance(0.2)) happens('intruder', later(), intrude);
  return { family, events };
}

/** An owner who no longer pays has turned to other things, but people go on. */
const live: LifeAct = (world, family, dice) =>
  dice.pick(isUnpaid(family, world.now()) ? actsOfOthers : lifeActs)(world, family, dice);

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
    const [guardian] = family.people;
    const child =
      guardian && index === count - 1 && dice.chance(0.6)
        ? bearChild(world.now(), guardian, owner.timezone, dice)
        : undefined;
    const isTrusted = index === 0 || (index === 1 && dice.chance(0.5));
    const recipient = await createRecipient(person, {
      ...child?.fields,
      ...{ firstName: name, lastName: 'Alvarez', email, relationship: dice.pick(ownWords) },
      ...(dice.chance(0.3) && { secondEmail: `second.${email}` }),
      trustedContact: isTrusted,
    });
    family.people.push({
      ...{ id: recipient.id, name, addresses: new Set([email, `second.${email}`]) },
      ...{ sayEndsAt: child?.sayEndsAt, isTrusted, isHardToReach: false, closedAt: undefined },
      ...{ stops: [], redirects: [] },
      browser: openBrowser(world.app),
    });
  }
  if (dice.chance(0.3)) await payForSomeYears(world, family, person, dice);
  await writeForADay(world, family, dice);
}

/** Somebody's address stops working; the owner hears of it much later, or never. */
const addressEnds: LifeAct = async (world, family, dice) => {
  const person = dice.pick(family.people);
  const recipient = await findRecipient(world, family, person);
  if (!recipient?.email) return;
  world.post.endAddress(recipient.email, dice.pick(['refused', 'later']));
  family.tell(`${person.name} gives up ${recipient.email}`);
  person.isHardToReach = true;
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

const actsOfOthers: readonly LifeAct[] = [decline, disown, addressEnds];
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
  changeAddress,
  decline,
  disown,
  outlive,
];
