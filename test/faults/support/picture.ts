import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { z } from 'zod';
import type { User } from '../../../shared/accounts/accounts.ts';
import type { Schedule } from '../../../shared/delivery/schedules.ts';
import type { DraftList } from '../../../shared/memories/drafts.ts';
import type { LegacyAnswerList } from '../../../shared/memories/legacy.ts';
import type { Memory } from '../../../shared/memories/memories.ts';
import type { Recipient } from '../../../shared/people/recipients.ts';
import type { GiftOrderList } from '../../../shared/store/gift-orders.ts';
import type { Caller } from './people.ts';
import type { Answer } from './requests.ts';

/** Everything an account contains, one line for each record, with all that was requested in it. */
export type Picture = ReadonlySet<string>;

/** What a write removes from the picture and adds to it when it is carried out. */
export interface Effect {
  without?: string[];
  adds?: string[];
}

export interface Holdings {
  memories: Memory[];
  recipients: Recipient[];
  schedules: Schedule[];
  answers: z.input<typeof LegacyAnswerList>;
}

export const lineOfRecipient = ({ email }: { email: string | null }) => `recipient ${email}`;

export const lineOfSchedule = (schedule: {
  memoryId: string | null;
  deliveryDate: string | Date;
  recipients: readonly (string | { id: string })[];
}) => {
  const at = new Date(schedule.deliveryDate).toISOString();
  return `schedule of ${schedule.memoryId} at ${at} for ${idsOf(schedule).toSorted().join(' ')}`;
};

/** The people of a schedule, in the form in which it is read or written. */
export const idsOf = ({ recipients }: { recipients: readonly (string | { id: string })[] }): string[] =>
  recipients.map((recipient) => (typeof recipient === 'string' ? recipient : recipient.id));

export const lineOfDraft = (kind: string, text: string) => `draft ${kind} ${text}`;
export const lineOfAnswer = (question: number, answer: string) => `answer ${question} ${answer}`;
/** So far apart that a picture which is stored with losses can still be recognised. */
export const colourStep = 32;
export const lineOfFace = (colour: readonly number[]) => `face ${colour.join(' ')}`;
export const beingDeleted = 'the account is being deleted';
export const isBeingDeleted = (picture: Picture) => picture.has(beingDeleted);
export const lineOfPassword = (password: string) => `password ${password}`;
export const lineOfSession = (token: string) => `session ${token}`;

export const lineOfMemory = (title: string, inside: string | Buffer) =>
  `memory ${title} ${createHash('sha256').update(inside).digest('hex')}`;

/** Rejects if the process does not respond, or not with what was requested. */
async function read(caller: Caller, address: string, path: string): Promise<Answer> {
  const answer = await caller.call(address, { path });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.bytes}`);
  return answer;
}

export async function holdingsOf(caller: Caller, address: string): Promise<Holdings> {
  const list = async <T>(path: string) => (await read(caller, address, path)).json<T>();
  return {
    memories: await list('/api/memories'),
    recipients: await list('/api/recipients'),
    schedules: await list('/api/schedules'),
    answers: await list('/api/legacy-answers'),
  };
}

/** Read over HTTP, files byte for byte. */
export async function pictureOf(caller: Caller, address: string): Promise<Picture> {
  const { memories, recipients, schedules, answers } = await holdingsOf(caller, address);
  const picture = new Set([...recipients.map(lineOfRecipient), ...(await linesOfAccount(caller, address))]);
  for (const { questionIndex, answer } of answers) picture.add(lineOfAnswer(questionIndex, answer));
  for (const schedule of schedules) picture.add(lineOfSchedule(schedule));
  for (const memory of memories) {
    const file = memory.fileUrl && (await read(caller, address, memory.fileUrl));
    picture.add(lineOfMemory(memory.title, file ? file.bytes : (memory.content ?? '')));
  }
  return picture;
}

async function linesOfAccount(caller: Caller, address: string): Promise<string[]> {
  const list = async <T>(path: string) => (await read(caller, address, path)).json<T>();
  const drafts = await list<z.input<typeof DraftList>>('/api/drafts');
  const orders = await list<z.input<typeof GiftOrderList>>('/api/gift-orders');
  const { profilePicture, erasedAfter } = await list<User>('/api/user/profile');
  const face = profilePicture && (await read(caller, address, profilePicture)).bytes;
  return [
    ...drafts.map(({ kind, content }) => lineOfDraft(kind, content.text ?? '')),
    ...orders.map(({ recipientName, status }) => `gift for ${recipientName} ${status}`),
    ...(face ? [lineOfFace(await colourOf(face))] : []),
    ...(erasedAfter ? [beingDeleted] : []),
  ];
}

/** A picture is redrawn when it is stored; it is recognised by its single colour. */
async function colourOf(picture: Buffer): Promise<number[]> {
  const { channels } = await sharp(picture).stats();
  return channels.slice(0, 3).map(({ mean }) => Math.round(mean / colourStep) * colourStep);
}

export function after(picture: Picture, { without = [], adds = [] }: Effect): Picture {
  const gone = new Set(without);
  return new Set([...[...picture].filter((line) => !gone.has(line)), ...adds]);
}

/** What is missing in `found`, and what is there that nobody asked for. */
export function differing(expected: Picture, found: Picture): string[] {
  const missing = [...expected].filter((line) => !found.has(line)).map((line) => `missing: ${line}`);
  const unasked = [...found].filter((line) => !expected.has(line)).map((line) => `unasked: ${line}`);
  return [...missing, ...unasked];
}
