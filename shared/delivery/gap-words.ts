import { formatDate } from '../dates.ts';
import { formatDollars } from '../dollars.ts';
import { countOf, nameSome } from '../in-words.ts';
import { capitalized } from '../letter-case.ts';
import type { GapKind, RehearsalGap } from './rehearsal.ts';

/** A gap, or what the dashboard says about it. */
export type GapFacts = Pick<
  RehearsalGap,
  'people' | 'things' | 'thingCount' | 'count' | 'due' | 'amount' | 'href'
> & {
  kind: GapKind;
};

interface GapWords {
  /** What is missing. It begins with the person concerned, if it is about somebody. */
  who: string;
  title: string;
  /** What the consequence would be. */
  text: string;
  action: string;
  href: string;
}

/** What is missing, and the label of the link for fixing it. */
export function describeGap(gap: GapFacts, timeZone: string, nowMs = Date.now()): GapWords {
  const who = nameSome(gap.people.map(({ firstName }) => firstName));
  const words = wordsOf({ ...gap, who, isOne: gap.people.length === 1, due: dueOf(gap, timeZone, nowMs) });
  return {
    who: words.title.startsWith('have ') || words.title.startsWith('has ') ? who : '',
    href: gap.href,
    ...words,
  };
}

interface Named extends Omit<GapFacts, 'due'> {
  who: string;
  isOne: boolean;
  /** For example ' The first is due on 4 May 2031.', or empty. */
  due: string;
}

type Words = Omit<GapWords, 'who' | 'href'>;

function wordsOf(gap: Named): Words {
  const { kind, who, isOne, count, due } = gap;
  const have = isOne ? 'has' : 'have';
  const wait = `${capitalized(countOf(count, 'thing'))} for ${who} would wait.`;
  switch (kind) {
    case 'no_address':
      return {
        title: `${have} no email address and no phone number.`,
        text: wait + due,
        action: `Add an address for ${who}`,
      };
    case 'only_phone':
      return {
        title: `${have} only a phone number, and no text messages can be sent here.`,
        text: wait + due,
        action: `Add an email address for ${who}`,
      };
    case 'no_mailing_address':
      return {
        title: `${have} no mailing address.`,
        text: wait + due,
        action: `Add a mailing address for ${who}`,
      };
    case 'address_does_not_work':
      return {
        title: `${have} an address that does not work.`,
        text: 'What we sent came back. It waits until there is a better one.',
        action: `Correct ${who}’s address`,
      };
    case 'first_address_failed':
      return {
        title: `${have} an email address that did not work.`,
        text: 'What you left was brought to another address of theirs.',
        action: `Correct ${who}’s address`,
      };
    case 'no_guardian':
      return {
        title: `Nobody has a say in what ${who} receives.`,
        text: 'It would come to a child.',
        action: 'Choose a guardian',
      };
    default:
      return wordsOfThings(gap);
  }
}

function wordsOfThings({ kind, who, things, thingCount, count, amount, due }: Named): Words {
  const titles = nameThings(things, thingCount);
  const isOne = thingCount === 1;
  switch (kind) {
    case 'failed':
      return {
        title: `${titles} could not be delivered.`,
        text: `It is safe.${who && ` It is for ${who}.`}`,
        action: 'See what happened',
      };
    case 'arrears':
      return {
        title: `${capitalized(countOf(count, 'delivery', 'deliveries'))} would wait for a payment.`,
        text: 'Everything goes out as soon as it is paid.',
        action: amount === null ? 'See what is due' : `Pay ${formatDollars(amount)}`,
      };
    case 'not_approved':
      return {
        title: `${titles} ${isOne ? 'has' : 'have'} not been approved.`,
        text: isOne ? 'It is sent only once it has been.' : 'They are sent only once they have been.',
        action: 'See why',
      };
    case 'held':
      return {
        title: `${titles} ${isOne ? 'waits' : 'wait'}.`,
        text: `Somebody asked us to hold ${isOne ? 'it' : 'them'}.`,
        action: 'See it',
      };
    case 'item_not_here':
      return {
        title: `${titles} ${isOne ? 'has' : 'have'} not reached us.`,
        text: who ? `${who} could not be given ${isOne ? 'it' : 'them'}.` : 'Nobody could be given it.',
        action: 'How to send it',
      };
    case 'addresses_unchecked':
      return {
        title: `You have not looked at ${isOne ? 'one address' : `the addresses of ${countOf(count, 'person', 'people')}`} for a year.`,
        text: 'Addresses change. A look now may save a letter.',
        action: 'Look through them',
      };
    case 'after_guarantee':
      return {
        title: `${titles} ${isOne ? 'comes' : 'come'} after your guarantee ends.`,
        text: `If you died today.${due}`,
        action: 'Change the day',
      };
    default:
      return wordsOfContacts({ kind, who, count });
  }
}

function wordsOfContacts({ kind, who, count }: { kind: GapKind; who: string; count: number }): Words {
  switch (kind) {
    case 'no_contact':
      return {
        title: 'You have no trusted contact.',
        text: 'Nobody has been told how to tell us.',
        action: 'Name one',
      };
    case 'one_contact':
      return {
        title: `${who} is your only trusted contact.`,
        text: `If ${who} could not tell us, nobody else has been told how.`,
        action: 'Name a second',
      };
    case 'contact_not_told':
      return {
        title: `${who} cannot be told what a trusted contact does.`,
        text: 'There is no address that we could write to.',
        action: 'Add an address',
      };
    default:
      return {
        title: `${capitalized(countOf(count, 'memory', 'memories'))} ${count === 1 ? 'has' : 'have'} no day.`,
        text: `As it stands, nobody would ever get ${count === 1 ? 'it' : 'them'}.`,
        action: count === 1 ? 'Choose its day' : 'Choose their days',
      };
  }
}

/** For example 'The recipe book', or '“One”, “Two”, and 3 more'. */
function nameThings(things: GapFacts['things'], count: number): string {
  const named = things.slice(0, 2).map(({ title }) => `“${title}”`);
  if (named.length === 0) return capitalized(countOf(count, 'thing'));
  const more = count - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(' and ');
}

function dueOf({ due, count }: GapFacts, timeZone: string, nowMs: number): string {
  if (due === null) return '';
  const is = Date.parse(due) < nowMs ? 'was' : 'is';
  return ` ${count === 1 ? 'It' : 'The first'} ${is} due on ${formatDate(due, timeZone)}.`;
}
