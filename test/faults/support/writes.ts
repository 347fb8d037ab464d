import { v7 } from 'uuid';
import { multipart } from '../../multipart.ts';
import type { Chance } from './chance.ts';
import { type Caller, letterForm, recipientForm } from './people.ts';
import {
  type Effect,
  type Holdings,
  lineOfMemory,
  lineOfRecipient,
  lineOfSchedule,
  type Picture,
} from './picture.ts';
import type { Call } from './requests.ts';
import { waveFile } from './wave-file.ts';

/** A write that somebody could make now, with what it does to the picture of the account. */
export interface Write extends Effect {
  call: Parameters<Caller['call']>[1];
  /** The memory it schedules: it has to be approved before. */
  schedules?: string;
}

/** What a write is made of; undefined where there is nothing yet to write on. */
type WriteMaker = (held: Holdings, picture: Picture, chance: Chance) => Write | undefined;

const soundBytes = 200_000;

const post = (path: string, body: Pick<Call, 'json' | 'form'>): Write['call'] => ({
  method: 'POST',
  path,
  ...body,
});
const patch = (path: string, body: Pick<Call, 'json' | 'form'>): Write['call'] => ({
  method: 'PATCH',
  path,
  ...body,
});

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

const replaceSound: WriteMaker = ({ memories }, picture, chance) => {
  const memory = chance.pick(memories.filter(({ type }) => type === 'audio'));
  if (!memory) return undefined;
  const file = waveFile(soundBytes);
  const call = patch(`/api/memories/${memory.id}`, { form: multipart({}, file) });
  return {
    without: [memoryLine(picture, memory.title)],
    adds: [lineOfMemory(memory.title, file.bytes)],
    call,
  };
};

const rewriteLetter: WriteMaker = ({ memories }, picture, chance) => {
  const memory = chance.pick(memories.filter(({ type }) => type === 'letter'));
  if (!memory) return undefined;
  const content = `Dear Maya, I thought again: ${v7()}`;
  const call = patch(`/api/memories/${memory.id}`, { json: { content } });
  return { without: [memoryLine(picture, memory.title)], adds: [lineOfMemory(memory.title, content)], call };
};

const eraseMemory: WriteMaker = ({ memories, schedules }, picture, chance) => {
  const memory = chance.pick(memories);
  if (!memory) return undefined;
  const itsSchedules = schedules.filter(({ memoryId }) => memoryId === memory.id);
  return {
    without: [
      memoryLine(picture, memory.title),
      ...itsSchedules.map((schedule) => lineOfSchedule(schedule, schedule.recipients.length)),
    ],
    call: { method: 'DELETE', path: `/api/memories/${memory.id}` },
  };
};

const addPerson: WriteMaker = () => {
  const json = recipientForm(`maya.${v7()}@example.com`);
  return { adds: [lineOfRecipient(json)], call: post('/api/recipients', { json }) };
};

const changeAddress: WriteMaker = ({ recipients }, _picture, chance) => {
  const recipient = chance.pick(recipients);
  if (!recipient) return undefined;
  const json = recipientForm(`maya.${v7()}@example.org`);
  const call = { method: 'PUT', path: `/api/recipients/${recipient.id}`, json } as const;
  return { without: [lineOfRecipient(recipient)], adds: [lineOfRecipient(json)], call };
};

const schedule: WriteMaker = ({ memories, recipients }, _picture, chance) => {
  const memory = chance.pick(memories);
  const recipientIds = recipients.slice(0, 3).map(({ id }) => id);
  if (!memory || recipientIds.length === 0) return undefined;
  const json = {
    memoryId: memory.id,
    deliveryDate: someDate(chance),
    deliveryType: 'scheduled',
    recipientIds,
  };
  const call = post('/api/schedules', { json });
  return { adds: [lineOfSchedule(json, recipientIds.length)], call, schedules: memory.id };
};

const changeDate: WriteMaker = ({ schedules }, _picture, chance) => {
  const before = chance.pick(schedules);
  if (!before) return undefined;
  const json = { deliveryDate: someDate(chance) };
  const people = before.recipients.length;
  const call = patch(`/api/schedules/${before.id}`, { json });
  return {
    without: [lineOfSchedule(before, people)],
    adds: [lineOfSchedule({ ...before, ...json }, people)],
    call,
  };
};

const cancel: WriteMaker = ({ schedules }, _picture, chance) => {
  const before = chance.pick(schedules);
  if (!before) return undefined;
  const call = { method: 'DELETE', path: `/api/schedules/${before.id}` } as const;
  return { without: [lineOfSchedule(before, before.recipients.length)], call };
};

/** Instants so far apart that no two schedules look the same, and that no year is full. */
function someDate(chance: Chance): string {
  const minutes = chance.below(60 * 365 * 24 * 60);
  return new Date(Date.UTC(2030, 0, 1, 0, minutes)).toISOString();
}

/** What people do, uploads and schedules more often than the rest. */
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
  cancel,
];

export function nextWrite(held: Holdings, picture: Picture, chance: Chance): Write {
  for (;;) {
    const write = chance.pick(makers)?.(held, picture, chance);
    if (write) return write;
  }
}
