import { createHash } from 'node:crypto';
import type { Memory } from '../../../shared/memories.ts';
import type { Recipient } from '../../../shared/recipients.ts';
import type { Schedule } from '../../../shared/schedules.ts';
import type { Caller } from './people.ts';
import type { Answer } from './requests.ts';

/** Everything an account holds, one line for each record, with all that was asked for in it. */
export type Picture = ReadonlySet<string>;

/** What a write takes from the picture and adds to it when it is carried out. */
export interface Effect {
  without?: string[];
  adds?: string[];
}

export interface Holdings {
  memories: Memory[];
  recipients: Recipient[];
  schedules: Schedule[];
}

export const lineOfRecipient = ({ email }: { email: string | null }) => `recipient ${email}`;

export const lineOfSchedule = (
  schedule: { memoryId: string | null; deliveryDate: string | Date },
  people: number,
) => `schedule of ${schedule.memoryId} at ${new Date(schedule.deliveryDate).toISOString()} for ${people}`;

export const lineOfMemory = (title: string, inside: string | Buffer) =>
  `memory ${title} ${createHash('sha256').update(inside).digest('hex')}`;

/** Rejects where the process does not answer, or not with what was asked for. */
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
  };
}

/** Read over HTTP, files byte for byte. */
export async function pictureOf(caller: Caller, address: string): Promise<Picture> {
  const { memories, recipients, schedules } = await holdingsOf(caller, address);
  const picture = new Set(recipients.map(lineOfRecipient));
  for (const schedule of schedules) picture.add(lineOfSchedule(schedule, schedule.recipients.length));
  for (const memory of memories) {
    const file = memory.fileUrl && (await read(caller, address, memory.fileUrl));
    picture.add(lineOfMemory(memory.title, file ? file.bytes : (memory.content ?? '')));
  }
  return picture;
}

export function after(picture: Picture, { without = [], adds = [] }: Effect): Picture {
  const gone = new Set(without);
  return new Set([...[...picture].filter((line) => !gone.has(line)), ...adds]);
}

/** What is missing in `found` and what nobody asked for. */
export function differing(expected: Picture, found: Picture): string[] {
  const missing = [...expected].filter((line) => !found.has(line)).map((line) => `missing: ${line}`);
  const unasked = [...found].filter((line) => !expected.has(line)).map((line) => `unasked: ${line}`);
  return [...missing, ...unasked];
}
