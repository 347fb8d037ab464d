/** Ruth Alvarez: a wife, mother and grandmother by the sea, with much to leave and a paid plan. */

import { sweepYearlyMails } from '../../server/features/home/reminders/yearly-mail/yearly-mail.ts';
import { requireFound } from '../../server/platform/errors.ts';
import { dayMonthsAfter, instantOf, wallClockAt } from '../../server/platform/local-time.ts';
import type { Recipient } from '../../shared/people/recipients.ts';
import { leaveForBirthdays, planBirthdays } from './birthdays.ts';
import { dayFrom, nextNoonOn, noonOn } from './days.ts';
import { type Demo, openNewestLink, untilApproved, untilDelivered } from './environment.ts';
import { payOnPage, register, type Session, signIn } from './http.ts';
import { answerSomeQuestions } from './journal.ts';
import { photoFile, type Recordings } from './keepsakes.ts';
import { deliverAfterDeath, deliverOn, leaveFile, leaveLetter, postOn } from './leave.ts';
import { capeMay, danielsBoat, firstSnow, pearTreeYear, summerHouse } from './photos.ts';

const zone = 'America/New_York';
const dueSeconds = 60;

export const ruth = {
  firstName: 'Ruth',
  lastName: 'Alvarez',
  email: 'ruth@example.com',
  password: 'Twelve-Blue-Bowls-9',
  dateOfBirth: '1961-03-02',
  phone: '+1 609 555 0112',
  address: '14 Tern Lane, Cape May, NJ 08204',
  timezone: zone,
};

const daniel = {
  firstName: 'Daniel',
  lastName: 'Alvarez',
  relationship: 'spouse',
  email: 'daniel.alvarez@example.com',
  phone: '+1 609 555 0113',
  mailingAddress: ruth.address,
  ownerRelationship: 'wife',
};
const maya = {
  firstName: 'Maya',
  lastName: 'Alvarez',
  relationship: 'child',
  email: 'maya.alvarez@example.com',
  ownerRelationship: 'mother',
  knownBy: 'The key is still under the frog.',
  tellMore: 'more',
};
const leo = {
  firstName: 'Leo',
  lastName: 'Alvarez',
  relationship: 'child',
  email: 'leo.alvarez@example.com',
  phone: '+1 215 555 0187',
  ownerRelationship: 'mother',
};
/** Seven years old, with no address of her own; her father decides about what is sent to her. */
const ana = {
  firstName: 'Ana',
  lastName: 'Alvarez',
  relationship: 'relative',
  ownerRelationship: 'grandmother',
};
const ines = {
  firstName: 'Inés',
  lastName: 'Duarte',
  relationship: 'sibling',
  email: 'ines.duarte@example.com',
  phone: '+1 856 555 0139',
  mailingAddress: '3 Orchard Row, Haddonfield, NJ 08033',
  trustedContact: true,
};

export type RuthsPeople = Record<'daniel' | 'maya' | 'leo' | 'ana' | 'ines', Recipient>;

/** 26 months ago: she signs up, pays for three years, names her people and leaves the first things. */
export async function ruthBegins(demo: Demo, today: Date): Promise<RuthsPeople> {
  demo.clock.jumpTo(dayFrom(today, -790, '10:20', zone));
  const session = await register(demo, ruth);
  const plan = await session.orderPlan('premium', 'three_years');
  await payOnPage(demo, plan.url);
  const people = await namePeople(session, today);
  await leaveFile(session, await photoFile(capeMay), {
    title: 'Cape May, 1994',
    to: people.leo,
    note: 'You would not let go of my hand. I did not mention that I was not letting go of yours.',
  });
  const truck = await leaveLetter(session, 'about-the-truck', {
    title: 'About the truck',
    to: people.leo,
  });
  const thirtieth = await leaveLetter(session, 'for-your-thirtieth', {
    title: 'For your thirtieth',
    to: people.maya,
    note: 'Read it before the guests come.',
  });
  await untilApproved(session);
  await deliverOn(session, dayFrom(today, -270, '18:00', zone), truck, people.leo);
  await deliverOn(session, noonOn(today, '05-04', 5, zone), thirtieth, people.maya);
  return people;
}

async function namePeople(session: Session, today: Date): Promise<RuthsPeople> {
  const ago = (years: number, monthAndDay: string) =>
    wallClockAt(noonOn(today, monthAndDay, -years, zone), zone).localDate;
  const ourWedding = { name: 'Our wedding', date: ago(40, '06-14') };
  const wedding = { name: 'Wedding', date: ago(1, '09-12') };
  const named = {
    daniel: await session.addRecipient({ ...daniel, birthday: ago(68, '10-02'), days: [ourWedding] }),
    maya: await session.addRecipient({ ...maya, birthday: ago(25, '05-04'), days: [wedding] }),
    leo: await session.addRecipient({ ...leo, birthday: ago(38, '11-30') }),
  };
  return {
    ...named,
    ana: await session.addRecipient({ ...ana, birthday: ago(7, '08-21'), guardianId: named.leo.id }),
    ines: await session.addRecipient(ines),
  };
}

/** Nine months ago: Leo gets the letter about the truck and reads it the next morning. She continues writing. */
export async function ruthGoesOn(demo: Demo, today: Date, people: RuthsPeople, recordings?: Recordings) {
  demo.clock.jumpTo(dayFrom(today, -270, '18:00:04', zone));
  const session = await signIn(demo, ruth);
  await untilDelivered(demo, session);
  const dishes = await leaveLetter(session, 'the-blue-dishes', {
    title: 'The blue dishes',
    to: people.ines,
    note: 'For your seventieth. Sit down first.',
  });
  const seven = await leaveLetter(session, 'you-at-seven', { title: 'You at seven', to: people.ana });
  await leaveFile(session, await photoFile(danielsBoat), {
    title: "Daniel's boat, before it sank",
    to: 'family',
  });
  await leaveFile(session, await photoFile(firstSnow), {
    title: 'First snow on the dock',
    to: people.daniel,
  });
  const box =
    recordings &&
    (await leaveFile(session, recordings.musicBox, {
      title: 'The music box, running down',
      to: 'children',
      note: 'It was my grandmother’s and has never once been wound all the way. Ana knows where the key is.',
    }));
  await untilApproved(session);
  await deliverOn(session, dayFrom(today, -35, '09:00', zone), dishes, people.ines);
  await deliverOn(session, noonOn(today, '08-21', 11, zone), seven, people.ana);
  if (box) await deliverOn(session, nextNoonOn(today, '12-24', zone), box, people.leo, people.ana);
  await chooseWhatComesAfter(session, people);
  demo.clock.jumpTo(dayFrom(today, -269, '07:41', zone));
  await openNewestLink(demo, leo.email);
}

/** Whom to ask, how long to wait, and who gets things meant for somebody who died before her. */
async function chooseWhatComesAfter(session: Session, { daniel, leo, maya }: RuthsPeople): Promise<void> {
  await session.nameSubstitute(daniel, maya);
  await session.nameSubstitute(leo, maya);
  await session.saveWishes({
    reporters: 'trusted_contacts',
    objectionDays: 14,
    quietDays: 30,
    noteToContacts:
      'Inés, the paper is in the blue folder behind the flour. Take your time. Nobody has to be told anything in the first week.',
  });
}

/** Two years after the account was opened: the email that is sent once a year. */
export async function ruthHearsOnceAYear(demo: Demo, today: Date): Promise<void> {
  const { localDate: began } = wallClockAt(dayFrom(today, -790, '10:20', zone), zone);
  const localDate = dayMonthsAfter(began, 24);
  demo.clock.jumpTo(instantOf({ localDate, localTime: '09:05', timezone: zone }));
  await sweepYearlyMails(demo.services);
  await untilDelivered(demo, await signIn(demo, ruth));
}

/** Five weeks ago: the blue dishes reach Inés, who has not opened them yet. */
export async function inesTurnsSeventy(demo: Demo, today: Date, { maya }: RuthsPeople): Promise<void> {
  demo.clock.jumpTo(dayFrom(today, -35, '09:00:04', zone));
  const session = await signIn(demo, ruth);
  await untilDelivered(demo, session);
  await leaveFile(session, await photoFile(summerHouse), { title: 'The summer house', to: 'family' });
  await leaveFile(session, await photoFile(pearTreeYear), {
    title: 'The year of the pears',
    to: maya,
  });
  await untilApproved(session);
}

/** The last memory of the demo: if it exists, the demo data is complete. */
export const lastMemoryTitle = 'The soup, as far as it goes';

/** Today: what is scheduled for after her death, a frame for Christmas, and what is sent in about a minute. */
export async function ruthToday(demo: Demo, people: RuthsPeople, recordings?: Recordings): Promise<void> {
  demo.clock.reset();
  const session = await signIn(demo, ruth);
  await leaveForAfterDeath(demo, session, people, recordings);
  await orderChristmasGifts(demo, session);
  const harbour =
    recordings &&
    (await leaveFile(session, recordings.harbour, {
      title: 'The harbour, early',
      to: 'children',
      note: 'Twenty to six. Nobody was up but the gulls and your father.',
    }));
  const soup = await leaveLetter(session, 'the-soup', {
    title: lastMemoryTitle,
    to: people.maya,
    note: 'You asked for amounts.',
  });
  const birthdays = await leaveForBirthdays(session, people.maya, harbour || undefined);
  await answerSomeQuestions(session);
  await session.putJournalWith(soup);
  await untilApproved(session);
  await planBirthdays(session, people.maya, { now: demo.clock.now(), timezone: zone, birthdays });
  const soon = new Date(demo.clock.now().getTime() + dueSeconds * 1000);
  if (harbour) await deliverOn(session, soon, harbour, people.maya, people.leo);
  await deliverOn(session, soon, soup, people.maya);
  await postOn(session, soon, soup, people.ines);
}

async function leaveForAfterDeath(
  demo: Demo,
  session: Session,
  people: RuthsPeople,
  recordings?: Recordings,
): Promise<void> {
  const house = await leaveLetter(session, 'where-everything-is', {
    title: 'Where everything is',
    to: people.daniel,
  });
  const rain =
    recordings &&
    (await leaveFile(session, recordings.rain, {
      title: 'Rain on the porch roof, August',
      to: people.daniel,
      note: 'For when you cannot sleep.',
    }));
  await untilApproved(session);
  await deliverAfterDeath(session, demo.clock.now(), house, people.daniel);
  if (rain) await deliverAfterDeath(session, demo.clock.now(), rain, people.daniel, people.maya);
}

async function orderChristmasGifts(demo: Demo, session: Session): Promise<void> {
  const christmasEve = nextNoonOn(demo.clock.now(), '12-24', zone);
  const order = await session.orderGifts({
    gifts: ['premium_frame', 'flowers'],
    recipientName: 'Inés Duarte',
    deliveryAddress: ines.mailingAddress,
    deliveryDate: wallClockAt(christmasEve, zone).localDate,
    specialInstructions: 'She is home in the mornings. The bell does not work: please knock.',
  });
  await payOnPage(demo, requireFound(order.checkoutUrl ?? undefined));
}
