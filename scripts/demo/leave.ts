/** What an owner does: leaves a letter or a file, and decides who receives it and when. */
import { readFileSync } from 'node:fs';
import type { Memory, MemoryType } from '../../shared/memories/memories.ts';
import type { Recipient } from '../../shared/people/recipients.ts';
import { fullMinute } from './days.ts';
import type { Session } from './http.ts';

interface Words {
  title: string;
  /** Somebody in the address book, or a group, as in the upload form. */
  to: Recipient | string;
  note?: string;
}

/** Leaves the letter in the file `letters/{name}.txt`. */
export function leaveLetter(session: Session, name: string, { title, to, note }: Words): Promise<Memory> {
  return session.addMemory({
    type: 'letter',
    title,
    ...addressTo(to),
    content: readDemoLetter(name),
    ...(note && { personalMessage: note }),
  });
}

function addressTo(to: Recipient | string): { recipient: string; recipientId?: string } {
  if (typeof to === 'string') return { recipient: to };
  return { recipient: `${to.firstName} ${to.lastName}`, recipientId: to.id };
}

export function readDemoLetter(name: string): string {
  return readFileSync(new URL(`./letters/${name}.txt`, import.meta.url), 'utf8').trimEnd();
}

/** Leaves a photo, video or sound recording, by the file's content type. */
export function leaveFile(session: Session, file: File, { title, to, note }: Words): Promise<Memory> {
  const type: MemoryType = file.type.startsWith('image/')
    ? 'photo'
    : file.type.startsWith('video/')
      ? 'video'
      : 'audio';
  return session.addMemory({ type, title, ...addressTo(to), ...(note && { personalMessage: note }) }, file);
}

/** Schedules an approved memory for people at an instant. */
export async function deliverOn(
  session: Session,
  when: Date,
  memory: Memory,
  ...to: Recipient[]
): Promise<void> {
  await addSchedule(session, when, memory, to, 'scheduled');
}

/** The same by post; it waits for staff when its day has come. */
export async function postOn(
  session: Session,
  when: Date,
  memory: Memory,
  ...to: Recipient[]
): Promise<void> {
  await addSchedule(session, when, memory, to, 'scheduled', 'physical');
}

/** Schedules an approved memory for people after the owner's death. */
export async function deliverAfterDeath(session: Session, today: Date, memory: Memory, ...to: Recipient[]) {
  await addSchedule(session, today, memory, to, 'on_death');
}

async function addSchedule(
  session: Session,
  when: Date,
  memory: Memory,
  to: Recipient[],
  deliveryType: string,
  deliveryMethod = 'digital',
) {
  await session.addSchedule({
    memoryId: memory.id,
    deliveryDate: fullMinute(when).toISOString(),
    deliveryType,
    deliveryMethod,
    recipientIds: to.map((recipient) => recipient.id),
  });
}
