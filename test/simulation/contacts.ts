import type { StaffAddressChangeList } from '../../shared/after-death/staff-address-changes.ts';
import type { TrustedPage, TrustedPerson } from '../../shared/after-death/trusted-access.ts';
import { correctAddress, decide, press } from '../address-changes.ts';
import type { Dice } from './dice.ts';
import {
  addressHours,
  type Family,
  type LifeAct,
  type Loved,
  type Redirect,
  someDays,
  stopFor,
} from './family.ts';
import { newestTo } from './post-office.ts';
import { staffSignIn } from './staff.ts';
import type { World } from './world.ts';

// What those whom an owner trusts do after the death, by the link that they were sent. One of them is not honest.

const hour = 3_600_000;
const day = 24 * hour;

interface Page {
  token: string;
  contact: Loved;
  person: Loved;
  shown: TrustedPerson;
}

/** A contact looks at the page, and does something about one of the others. */
export const actAsContact: LifeAct = async (world, family, dice) => {
  if (world.now() >= family.nothingNewFrom) return;
  const contact = dice.pick(family.people.filter(({ isTrusted }) => isTrusted));
  const token = tokenOf(world, contact);
  const answer = token ? await world.app.inject({ url: `/api/trusted/${token}` }) : undefined;
  if (!token || answer?.statusCode !== 200) return;
  const { state, people } = answer.json<TrustedPage>();
  const others = people.filter(({ id }) => family.people.some((one) => one.id === id && !one.isTrusted));
  if (state !== 'open' || others.length === 0) return;
  const shown = dice.pick(others);
  const person = family.people.find(({ id }) => id === shown.id);
  if (person) await dice.pick(acts)(world, family, dice, { token, contact, person, shown });
};

function tokenOf({ post }: World, contact: Loved): string | undefined {
  return newestTo(post, contact.addresses, /\/trusted\/([\w-]{43})/)?.found;
}

type Act = (world: World, family: Family, dice: Dice, page: Page) => Promise<void>;

const correct: Act = async (world, family, dice, { token, contact, person }) => {
  const email = `later.${dice.int(1, 999_999)}.${family.owner.email}`;
  const answer = await correctAddress(world.people, { token }, person.id, { email });
  if (answer.statusCode !== 200) return;
  family.tell(`${contact.name} says that ${person.name} is now reached at ${email}`);
  if (isMade(answer, email)) {
    family.later(10 * day, () => settle(world, family, person, 'right'));
    return corrected(world, family, person, email);
  }
  family.later(someDays(family, dice, 1, 5), async () => {
    if (await decideProposal(world, family, person, 'confirm')) corrected(world, family, person, email);
  });
};

/** Where nobody else could object, nothing is changed before staff have looked at it. */
function isMade(answer: { json: <Body>() => Body }, email: string): boolean {
  return answer.json<TrustedPerson>().email === email;
}

function corrected(world: World, family: Family, person: Loved, email: string): void {
  person.addresses.add(email);
  stopUntilTold(world, person);
  family.count('a contact corrected an address');
}

function stopUntilTold(world: World, person: Loved): void {
  const until = new Date(world.now().getTime() + addressHours * hour);
  stopFor(person, world.now(), 'their address has just been changed', until);
}

/** The contact wants it for themselves. Whoever had the old address says that it is wrong. */
const redirect: Act = async (world, family, dice, { token, contact, person }) => {
  if (person.isHardToReach) return;
  const email = `mallory.${dice.int(1, 999_999)}.${family.owner.email}`;
  const answer = await correctAddress(world.people, { token }, person.id, { email });
  if (answer.statusCode !== 200) return;
  family.tell(`${contact.name} has what is for ${person.name} sent to themselves`);
  if (!isMade(answer, email)) {
    family.later(day, async () => {
      await decideProposal(world, family, person, 'refuse');
    });
    return;
  }
  family.count('a contact redirected letters');
  stopFor(person, world.now(), 'somebody else has changed their address');
  const since = world.now();
  const redirect: Redirect = { to: email, since, saidWrongAt: undefined };
  person.redirects.push(redirect);
  const dispute = async (tries = 0): Promise<void> => {
    const notice = newestTo(world.post, person.addresses, /\/address\/([\w-]{43})/);
    if (notice && notice.letter.at >= since) {
      const { statusCode } = await press(world.people, notice.found, 'wrong');
      redirect.saidWrongAt = world.now();
      family.tell(`${person.name} says that this is wrong: ${statusCode}`);
      family.later(3 * day, () => settle(world, family, person, 'put-back'));
    } else if (tries < 130) family.later(day, () => dispute(tries + 1));
  };
  family.later(dice.int(1, 40) * hour, () => dispute());
};

/** Staff have asked others, and know whether the proposed address is right. True if that was still to be decided. */
async function decideProposal(
  world: World,
  family: Family,
  person: Loved,
  verb: 'confirm' | 'refuse',
): Promise<boolean> {
  const staff = await staffSignIn(world, 'anna');
  const { changes } = (
    await staff.request({ url: '/api/admin/address-changes' })
  ).json<StaffAddressChangeList>();
  const proposal = changes.find(({ state, person: of }) => state === 'proposed' && of.id === person.id);
  const answer = proposal && (await decide(staff, proposal.id, verb));
  family.tell(`anna: ${verb} the proposed address of ${person.name}: ${answer?.statusCode ?? 'none'}`);
  if (answer?.statusCode !== 200) return false;
  family.count(`staff: ${verb} a proposed address`);
  return true;
}

/**
 * Staff have asked, and put back what was there before; or they find right what is held only since every message about it
 * came back.
 */
async function settle(
  world: World,
  family: Family,
  person: Loved,
  outcome: 'right' | 'put-back',
): Promise<void> {
  const staff = await staffSignIn(world, 'anna');
  const { changes } = (
    await staff.request({ url: '/api/admin/address-changes' })
  ).json<StaffAddressChangeList>();
  for (const { id, state, person: of, told } of changes) {
    if (state !== 'disputed' || of.id !== person.id) continue;
    if (outcome === 'right' && told.some(({ disputedAt }) => disputedAt)) continue;
    const answer = await decide(staff, id, 'settle', { outcome });
    family.tell(`anna settles the address of ${person.name}, ${outcome}: ${answer.statusCode}`);
    if (answer.statusCode !== 200) continue;
    family.count(`staff: settled an address, ${outcome}`);
    if (outcome === 'right') stopUntilTold(world, person);
    else for (const stop of person.stops) stop.until ??= world.now();
  }
}

const hold = tell('hold', 'should wait');
const sayDead = tell('died', 'has died');

function tell(kind: string, words: string): Act {
  return async (world, family, dice, { token, contact, person }) => {
    const url = `/api/trusted/${token}/people/${person.id}/changes`;
    const answer = await world.app.inject({ method: 'POST', url, payload: { kind } });
    if (answer.statusCode !== 201) return;
    const stop = stopFor(person, world.now(), `a contact said that it ${words}`);
    family.tell(`${contact.name} says of ${person.name}: ${words}`);
    family.count(`a contact said: ${words}`);
    const change = answer.json<TrustedPerson>().changes.at(-1);
    if (change && dice.chance(0.5))
      family.later(someDays(family, dice, 1, 300), async () => {
        const lifted = await world.app.inject({ method: 'DELETE', url: `${url}/${change.id}` });
        if (lifted.statusCode !== 200) return;
        stop.until = world.now();
        family.tell(`${contact.name} takes that back`);
      });
  };
}

const acts: readonly Act[] = [correct, redirect, hold, sayDead];

/** In the window one of them does not believe it: staff look into it again. True if that was heard. */
export async function objectAsContact(world: World, family: Family, contact: Loved): Promise<boolean> {
  const token = tokenOf(world, contact);
  const url = `/api/trusted/${token}/answer`;
  const answer = token
    ? await world.app.inject({ method: 'POST', url, payload: { answer: 'wait' } })
    : undefined;
  if (!token || answer?.statusCode !== 200) return false;
  family.tell(`${contact.name} asks to wait`);
  family.count('a contact disagreed in the window');
  return true;
}
