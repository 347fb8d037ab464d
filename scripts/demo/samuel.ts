/** Samuel Okafor: a widower in Chicago, forty years with the buses, on the free plan. */
import type { Recipient } from '../../shared/people/recipients.ts';
import { dayFrom, noonOn } from './days.ts';
import { type Demo, openNewestLink, untilApproved, untilDelivered } from './environment.ts';
import { register, type Session, signIn } from './http.ts';
import { photoFile, type Recordings } from './keepsakes.ts';
import { deliverAfterDeath, deliverOn, leaveFile, leaveLetter } from './leave.ts';
import { lakeAtFive, nightShift } from './photos.ts';

const zone = 'America/Chicago';

export const samuel = {
  firstName: 'Samuel',
  lastName: 'Okafor',
  email: 'samuel@example.com',
  password: 'Row-F-Page-Forty-4',
  dateOfBirth: '1952-11-19',
  phone: '+1 312 555 0176',
  address: '4121 South Maryland Avenue, Chicago, IL 60653',
  timezone: zone,
};

/** He has yet to name a trusted contact: his one remaining first step. */
const ngozi = {
  firstName: 'Ngozi',
  lastName: 'Okafor-Lindqvist',
  relationship: 'child',
  email: 'ngozi.lindqvist@example.com',
};
const chidi = {
  firstName: 'Chidi',
  lastName: 'Okafor',
  relationship: 'child',
  email: 'chidi.okafor@example.com',
};
/** Writes postcards, has a phone, and wants nothing else. */
const walter = { firstName: 'Walter', lastName: 'Brandt', relationship: 'friend', phone: '+1 773 555 0121' };

export type SamuelsPeople = Record<'ngozi' | 'chidi' | 'walter', Recipient>;

/** 14 months ago: he signs up, and records the one sound and writes the letters that his plan allows. */
export async function samuelBegins(demo: Demo, today: Date, recordings?: Recordings): Promise<SamuelsPeople> {
  demo.clock.jumpTo(dayFrom(today, -425, '19:05', zone));
  const session = await register(demo, samuel);
  const people = await namePeople(session);
  const tune =
    recordings &&
    (await leaveFile(session, recordings.whistle, {
      title: 'What I whistle',
      to: people.ngozi,
      note: 'You asked what it is called. It is not called anything.',
    }));
  await leaveFile(session, await photoFile(lakeAtFive), {
    title: 'The lake at five in the morning',
    to: 'children',
  });
  const engine = await leaveLetter(session, 'how-to-listen-to-an-engine', {
    title: 'How to listen to an engine',
    to: people.chidi,
  });
  await untilApproved(session);
  if (tune) await deliverOn(session, dayFrom(today, -21, '17:30', zone), tune, people.ngozi);
  await deliverOn(session, noonOn(today, '02-01', 2, zone), engine, people.chidi);
  return people;
}

async function namePeople(session: Session): Promise<SamuelsPeople> {
  return {
    ngozi: await session.addRecipient(ngozi),
    chidi: await session.addRecipient(chidi),
    walter: await session.addRecipient(walter),
  };
}

/** Three weeks ago: Ngozi gets the tune and plays it that evening. He leaves the rest. */
export async function samuelGoesOn(demo: Demo, today: Date, people: SamuelsPeople, recordings?: Recordings) {
  demo.clock.jumpTo(dayFrom(today, -21, '17:30:04', zone));
  const session = await signIn(demo, samuel);
  await untilDelivered(demo, session);
  const rowF = await leaveLetter(session, 'row-f', { title: 'Row F', to: people.ngozi });
  const move = await leaveLetter(session, 'your-move', {
    title: 'Your move',
    to: people.walter,
    note: 'Set up the board first.',
  });
  await leaveFile(session, await photoFile(nightShift), {
    title: 'Night shift, Christmas Eve',
    to: 'family',
  });
  if (recordings)
    await leaveFile(session, recordings.lastBus, { title: 'From the window of the last bus', to: 'friends' });
  await untilApproved(session);
  await deliverOn(session, noonOn(today, '06-14', 1, zone), rowF, people.ngozi);
  await deliverAfterDeath(session, demo.clock.now(), move, people.walter);
  if (!recordings) return;
  demo.clock.jumpTo(dayFrom(today, -21, '20:12', zone));
  await openNewestLink(demo, ngozi.email);
}
