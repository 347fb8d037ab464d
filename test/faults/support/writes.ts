import { v7 } from 'uuid';
import { multipart } from '../../multipart.ts';
import { accountWrites, restoreAccount } from './account-writes.ts';
import { type Caller, letterForm, recipientForm } from './people.ts';
import {
  type Holdings,
  idsOf,
  isBeingDeleted,
  lineOfMemory,
  lineOfRecipient,
  lineOfSchedule,
  type Picture,
} from './picture.ts';
import type { Randomness } from './randomness.ts';
import { waveFile } from './wave-file.ts';
import { patch, post, type Write, type WriteMaker } from './write-maker.ts';

const soundBytes = 200_000;

function memoryLine(picture: Picture, title: string): string {
  return [...picture].find((line) => line.startsWith(`memory ${title} `)) ?? '';
}

const writeLetter: WriteMaker = () => {
  const title = `letter ${v7()}`;
  const call = post('/api/memories/upload', { form: letterForm(title) });
  return { adds: [lineOfMemory(title, `Dear Maya, this is ${title}.`)], call };
};

const uploadSound: WriteMaker = () => {
  const title = `sound ${v7()}`;
  const file = waveFile(soundBytes);
  const call = post('/api/memories/upload', {
    form: multipart({ type: 'audio', title, recipient: 'Maya' }, file),
  });
  return { adds: [lineOfMemory(title, file.bytes)], call };
};

const replaceSound: WriteMaker = ({ memories }, picture, randomness) => {
  const memory = randomness.pick(memories.filter(({ type }) => type === 'audio'));
  if (!memory) return undefined;
  const file = waveFile(soundBytes);
  const call = patch(`/api/memories/${memory.id}`, { form: multipart({}, file) });
  return {
    without: [memoryLine(picture, memory.title)],
    adds: [lineOfMemory(memory.title, file.bytes)],
    call,
  };
};

const rewriteLetter: WriteMaker = ({ memories }, picture, randomness) => {
  const memory = randomness.pick(memories.filter(({ type }) => type === 'letter'));
  if (!memory) return undefined;
  const content = `Dear Maya, I thought again: ${v7()}`;
  const call = patch(`/api/memories/${memory.id}`, { json: { content } });
  return { without: [memoryLine(picture, memory.title)], adds: [lineOfMemory(memory.title, content)], call };
};

const eraseMemory: WriteMaker = ({ memories, schedules }, picture, randomness) => {
  const memory = randomness.pick(memories);
  if (!memory) return undefined;
  const itsSchedules = schedules.filter(({ memoryId }) => memoryId === memory.id);
  return {
    without: [memoryLine(picture, memory.title), ...itsSchedules.map((schedule) => lineOfSchedule(schedule))],
    call: { method: 'DELETE', path: `/api/memories/${memory.id}` },
  };
};

const addPerson: WriteMaker = () => {
  const json = recipientForm(`maya.${v7()}@example.com`);
  return { adds: [lineOfRecipient(json)], call: post('/api/recipients', { json }) };
};

const changeAddress: WriteMaker = ({ recipients }, _picture, randomness) => {
  const recipient = randomness.pick(recipients);
  if (!recipient) return undefined;
  const json = recipientForm(`maya.${v7()}@example.org`);
  const call = { method: 'PUT', path: `/api/recipients/${recipient.id}`, json } as const;
  return { without: [lineOfRecipient(recipient)], adds: [lineOfRecipient(json)], call };
};

const schedule: WriteMaker = ({ memories, recipients }, _picture, randomness) => {
  const memory = randomness.pick(memories);
  const recipientIds = recipients.slice(0, 3).map(({ id }) => id);
  if (!memory || recipientIds.length === 0) return undefined;
  const json = {
    memoryId: memory.id,
    deliveryDate: someDate(randomness),
    deliveryType: 'scheduled',
    recipientIds,
  };
  const call = post('/api/schedules', { json });
  return { adds: [lineOfSchedule({ ...json, recipients: recipientIds })], call, schedules: memory.id };
};

const changeDate: WriteMaker = ({ schedules }, _picture, randomness) => {
  const before = randomness.pick(schedules);
  if (!before) return undefined;
  const json = { deliveryDate: someDate(randomness) };
  const call = patch(`/api/schedules/${before.id}`, { json });
  return {
    without: [lineOfSchedule(before)],
    adds: [lineOfSchedule({ ...before, ...json })],
    call,
  };
};

const cancel: WriteMaker = ({ schedules }, _picture, randomness) => {
  const before = randomness.pick(schedules);
  if (!before) return undefined;
  const call = { method: 'DELETE', path: `/api/schedules/${before.id}` } as const;
  return { without: [lineOfSchedule(before)], call };
};

/** Different people may be added and kept, so a count could not reveal half a write. */
const changePeople: WriteMaker = ({ schedules, recipients }, _picture, randomness) => {
  const before = randomness.pick(schedules);
  const others = recipients.map(({ id }) => id).filter(() => randomness.below(3) === 0);
  if (!before || others.length === 0) return undefined;
  const call = patch(`/api/schedules/${before.id}`, { json: { recipientIds: others } });
  return {
    without: [lineOfSchedule(before)],
    adds: [lineOfSchedule({ ...before, recipients: others })],
    call,
  };
};

/** Erases a person, and in the same moment their place in everything that was promised to them. */
const erasePerson: WriteMaker = ({ schedules, recipients }, _picture, randomness) => {
  const promised = new Set(schedules.flatMap((schedule) => idsOf(schedule)));
  const recipient = randomness.pick(recipients.filter(({ id }) => promised.has(id)));
  if (!recipient) return undefined;
  const theirs = schedules.filter((schedule) => idsOf(schedule).includes(recipient.id));
  const without = (schedule: (typeof theirs)[number]) => ({
    ...schedule,
    recipients: idsOf(schedule).filter((id) => id !== recipient.id),
  });
  return {
    without: [lineOfRecipient(recipient), ...theirs.map((schedule) => lineOfSchedule(schedule))],
    adds: theirs.map((schedule) => lineOfSchedule(without(schedule))),
    call: { method: 'DELETE', path: `/api/recipients/${recipient.id}?force=true` },
  };
};

/** Instants so far apart that no two schedules look the same, and that no year is full. */
function someDate(randomness: Randomness): string {
  const minutes = randomness.below(60 * 365 * 24 * 60);
  return new Date(Date.UTC(2030, 0, 1, 0, minutes)).toISOString();
}

/** What people do, with uploads and schedules more often than the rest. */
const makers: readonly WriteMaker[] = [
  writeLetter,
  uploadSound,
  uploadSound,
  replaceSound,
  rewriteLetter,
  eraseMemory,
  addPerson,
  changeAddress,
  schedule,
  schedule,
  changeDate,
  changePeople,
  erasePerson,
  cancel,
  ...accountWrites,
];

/** Every kind of write, by name. */
export const kindsOfWrites = new Set([...makers.map(({ name }) => name), 'restoreAccount']);

/** Draws one write after another, as from a deck of cards: every kind that is possible comes once before one comes again. */
export function dealWrites(randomness: Randomness) {
  const deck: WriteMaker[] = [];
  return (held: Holdings, picture: Picture, caller: Caller): Write & { kind: string } => {
    if (isBeingDeleted(picture)) return { ...restoreAccount, kind: 'restoreAccount' };
    for (;;) {
      for (let tries = deck.length; tries > 0; tries--) {
        const [maker] = deck.splice(randomness.below(deck.length), 1);
        const write = maker?.(held, picture, randomness, caller);
        if (maker && write) return { ...write, kind: maker.name };
        // There is nothing to write on yet: it comes later.
        if (maker) deck.push(maker);
      }
      deck.push(...makers);
    }
  };
}
