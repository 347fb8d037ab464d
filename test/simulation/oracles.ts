import { createHmac } from 'node:crypto';
import { toldFrom } from '../../server/features/outbox/messages/mails/mails.table.ts';
import { requireFound } from '../../server/platform/errors.ts';
import { hardBounces } from '../bounce-mails.ts';
import type { LifeEvent } from './calendar.ts';
import type { Dice } from './dice.ts';
import { addressHours, describeDay, type Family, type Loved, linkIn, openPage, type Stop } from './family.ts';
import { answerAsGuardian } from './guardians.ts';
import type { Letter } from './post-office.ts';
import { bounceSecret, type World } from './world.ts';

interface Watched {
  world: World;
  families: readonly Family[];
  /** When the lives end: what is to come back comes back a few days later at the latest. */
  end: Date;
  /** When everything has to be done. */
  last: Date;
  dice: Dice;
  faults: string[];
  plan(event: LifeEvent): void;
  tell(what: string): void;
  count(what: string): void;
}

interface Opening {
  letter: Letter;
  family: Family;
  person: Loved;
  /** What came to them, by its Message-ID. */
  messages: ReadonlyMap<string, Arrived>;
}

const hour = 3_600_000;
/** What had left its sender when a stop began may still arrive. */
const onItsWayMs = 60_000;

function isWithin({ from, until }: Stop, at: Date): boolean {
  return at.getTime() > from.getTime() + onItsWayMs && (!until || at < until);
}

interface Arrived {
  at: Date;
  /** Whoever might send it again can know that it has arrived. */
  isKnown: boolean;
  /** How many letters it says that it brings. */
  brings: number;
}

function isKnown({ sendLog }: World, { at, isAcknowledged, messageId }: Letter): boolean {
  return isAcknowledged && sendLog.isAccepted(firstOf(messageId), at);
}

const numbers = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** How many letters a mail says that it brings: a letter, or so many things. */
function countIn({ text }: Letter): number {
  const many = /\b(\w+) things\b/.exec(text)?.[1];
  if (many === undefined) return 1;
  return numbers.includes(many) ? numbers.indexOf(many) + 2 : Number(many);
}

/** The delivery by which a message is named. */
function firstOf(messageId: string): string {
  return requireFound(/^delivery\.([0-9a-f-]{36})/.exec(messageId)?.[1]);
}

/** Everybody opens what they are sent, and what they are shown is compared with what was promised. */
export function watchLetters({ world, families, end, last, dice, faults, plan, tell, count }: Watched) {
  const unread: Letter[] = [];
  const messagesTo = new Map<Loved, Map<string, Arrived>>();
  const newest = new Map<Loved, Opening>();
  let shown = 0;
  const fault = (what: string) => {
    tell(`BROKEN: ${what}`);
    faults.push(`${describeDay(world.now())} ${what}`);
  };
  world.post.onAccepted((letter) => {
    unread.push(letter);
    checkIsHardToReach(letter);
    checkWindowIsOver(letter);
    tell(`mail to ${letter.to}: ${letter.subject}`);
  });
  /** Nobody gives up on an address that has always worked, however long we or the mail server were away. */
  const checkIsHardToReach = ({ to, subject }: Letter) => {
    const name = /^We could not deliver what you left for (\w+)/.exec(subject)?.[1];
    const family = families.find(({ owner }) => owner.email === to);
    for (const person of family?.people ?? [])
      if (person.name === name && !person.isHardToReach)
        fault(`an address of ${name} of ${family?.name} was given up`);
  };
  /** The reporter is thanked once what was left is released, and not in the last second before. */
  const checkWindowIsOver = ({ at, subject }: Letter) => {
    const name = /^Thank you for telling us about (\w+)/.exec(subject)?.[1];
    const family = families.find(({ owner }) => owner.firstName === name);
    const endsAt = family?.report?.windowEndsAt;
    if (family && endsAt && at < endsAt) fault(`${family.name} was released before ${endsAt.toISOString()}`);
  };
  const personAt = (address: string) => {
    for (const family of families)
      for (const person of family.people) if (person.addresses.has(address)) return { family, person };
    return undefined;
  };
  /** Whether it went where a contact had it sent, and the person whom it is for knew in time and said nothing. */
  const wentToThief = (letter: Letter): boolean => {
    const people = families.flatMap((family) => family.people);
    const redirects = people.flatMap((person) => person.redirects.map((one) => ({ ...one, ...person })));
    const redirect = redirects.find(({ to }) => to === letter.to);
    if (!redirect) return false;
    const { addresses, since, saidWrongAt } = redirect;
    const isNotice = ({ to, at, text }: Letter) =>
      at >= since && addresses.has(to) && /\/address\//.test(text);
    const toldAt = world.post.letters.find(isNotice)?.at ?? letter.at;
    const knownSince = toldFrom({ createdAt: since }, toldAt).getTime();
    const isInTime = letter.at.getTime() >= knownSince + addressHours * hour;
    return isInTime && (!saidWrongAt || letter.at <= saidWrongAt);
  };
  const newestFor = ({ to }: Letter) => {
    const person = personAt(to)?.person;
    return person && newest.get(person);
  };
  const beAsked = (letter: Letter, token: string) => {
    const found = personAt(letter.to);
    const at = new Date(world.now().getTime() + dice.int(1, 35 * 24) * hour);
    if (found) plan({ at, run: () => answerAsGuardian(world, found.family, token, dice), isLogged: true });
  };
  const read = async (letter: Letter) => {
    const guardianToken = /\/guardian\/([\w-]{43})/.exec(letter.text)?.[1];
    if (guardianToken && !world.post.isReturned(letter)) beAsked(letter, guardianToken);
    if (!linkIn(letter.text)) return;
    if (world.post.isReturned(letter)) {
      const hours = dice.chance(0.5) ? dice.int(1, 900) * 24 : dice.int(0, 90);
      const latest = Math.min(
        Math.max(world.now().getTime(), end.getTime()) + 90 * hour,
        last.getTime() - hour,
      );
      const at = new Date(Math.min(world.now().getTime() + hours * hour, latest));
      plan({ at, run: () => comeBack(world, letter, count), isExact: true });
      return;
    }
    const found = personAt(letter.to);
    if (!found && wentToThief(letter)) return count('a letter went to whoever had it sent to themselves');
    if (!found) return fault(`something was sent to ${letter.to}, whom nobody named`);
    const { family, person } = found;
    const stop = person.stops.find((one) => isWithin(one, letter.at));
    if (stop) fault(`${person.name} of ${family.name} got "${letter.subject}", although ${stop.why}`);
    const messages = messagesTo.get(person) ?? new Map<string, Arrived>();
    messagesTo.set(person, messages);
    // What went to a stranger has not come to them.
    for (const [id, { at }] of messages) if (person.closedAt && at <= person.closedAt) messages.delete(id);
    const before = messages.get(letter.messageId);
    const isOtherwise = [...messages.keys()].some(
      (id) => id !== letter.messageId && firstOf(id) === firstOf(letter.messageId),
    );
    if (before?.isKnown || isOtherwise)
      fault(`${person.name} of ${family.name} got "${letter.subject}" twice: ${letter.messageId}`);
    if (before) count('a mail was accepted and not recorded');
    messages.set(letter.messageId, {
      ...{ at: letter.at, isKnown: isKnown(world, letter), brings: countIn(letter) },
    });
    const opening = { letter, family, person, messages };
    newest.set(person, opening);
    await open(opening);
  };

  /** A code that is asked for may come late, or not at all: the mail server may be away. */
  const open = async (opening: Opening, tries = 0): Promise<void> => {
    const { letter, family, person } = opening;
    const page = await openPage(world, person, letter);
    // No page of an account opens while it is being deleted.
    const isLater = page === 'code missing' || (!page && family.isTakenOver);
    if (isLater && tries < 30) {
      if (page) count('a code came late');
      const at = new Date(world.now().getTime() + (tries < 6 ? 12 : 48) * 3_600_000);
      return plan({ at, run: () => open(opening, tries + 1) });
    }
    const wasClosed = [family.revokedAt, person.closedAt].some((at) => at && letter.at <= at);
    if (!page && wasClosed) return;
    if (typeof page !== 'object')
      return fault(`${person.name} cannot open what ${family.owner.firstName} left`);
    for (const { title } of page.memories) look(opening, title);
    const { size } = opening.messages;
    const read = countShown(opening);
    if (size > read) fault(`${person.name} of ${family.name} got ${size} messages for ${read} letters`);
  };

  const countShown = ({ family, person }: Opening) =>
    family.promised.filter((one) => one.to === person && one.shownAt).length;

  /** Nobody has to come by to find a letter: a message has told of each. */
  const checkAllWereTold = (opening: Opening) => {
    const { family, person, messages } = opening;
    const told = [...messages.values()].reduce((sum, { brings }) => sum + brings, 0);
    const read = countShown(opening);
    if (told < read && !person.isHardToReach)
      fault(`${person.name} of ${family.name} was told of ${told} letters and finds ${read}`);
  };

  const look = ({ family, person }: Opening, title: string) => {
    const promised = family.promised.find((one) => one.title === title && one.to === person);
    if (!promised)
      return fault(`${person.name} of ${family.name} is shown "${title}", which is not for them`);
    if (!promised.dueAt || promised.dueAt > world.now())
      return fault(`"${title}" came to ${person.name} before ${promised.dueAt?.toISOString()}`);
    if (promised.notBefore && promised.notBefore > world.now())
      return fault(`"${title}" came to ${person.name} although their guardian has said "not yet"`);
    if (family.plan?.unpaidFrom && promised.dueAt > family.plan.unpaidFrom)
      return fault(`"${title}" came to ${person.name} although it was not paid for`);
    if (promised.shownAt) return;
    promised.shownAt = world.now();
    shown += 1;
    if (promised.withdrawnAt && promised.withdrawnAt < promised.dueAt)
      fault(`"${title}" came to ${person.name} although it had been cancelled`);
    tell(`${person.name} reads "${title}"`);
  };

  return {
    shown: () => shown,
    /** Whoever has a page looks at it once more: what had not been recorded yet when they came is there now. */
    async readAgain() {
      for (const opening of newest.values()) await open(opening);
    },
    async read() {
      const arrived = unread.splice(0);
      for (const letter of arrived) await read(letter);
      for (const opening of new Set(arrived.flatMap((letter) => newestFor(letter) ?? [])))
        checkAllWereTold(opening);
    },
  };
}

/** A mail that was accepted comes back to its return path. */
async function comeBack(
  world: World,
  { at, to, returnPath }: Letter,
  count: (what: string) => void,
): Promise<void> {
  const write = hardBounces['Postfix'];
  if (!returnPath || !write) throw new Error('There is nowhere to return it to');
  const payload = Buffer.from(write({ to: returnPath, address: to }));
  const signature = createHmac('sha256', bounceSecret).update(payload).digest('hex');
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/mail/bounces',
    headers: { 'content-type': 'message/rfc822', 'x-signature': `sha256=${signature}` },
    payload,
  });
  if (answer.statusCode !== 204) throw new Error(`A bounce answered ${answer.body}`);
  count('a bounce after "delivered"');
  if (world.now().getTime() - at.getTime() > 30 * 24 * hour) count('a bounce months later');
}
