/** What an owner does: leaves a letter or a file, and says who gets it and when. */
import { readFileSync } from 'node:fs';
import type { Memory, MemoryType } from '../../shared/memories/memories.ts';
import type { Recipient } from '../../shared/people/recipients.ts';
import type { Session } from './http.ts';

interface Words {
  title: string;
  /** A name or a group, as the upload form has it. */
  to: string;
  note?: string;
}

/** The letter in the file `letters/{name}.txt`. */
export function leaveLetter(session: Session, name: string, { title, to, note }: Words): Promise<Memory> {
  const content = readFileSync(new URL(`./letters/${name}.txt`, import.meta.url), 'utf8').trimEnd();
  return session.addMemory({
    type: 'letter',
    title,
    recipient: to,
    content,
    ...(note && { personalMessage: note }),
  });
}

/** A photo, film or sound; its type is told by the file's. */
export function leaveFile(session: Session, file: File, { title, to, note }: Words): Promise<Memory> {
  const type: MemoryType = file.type.startsWith('image/')
    ? 'photo'
    : file.type.startsWith('video/')
      ? 'video'
      : 'audio';
  return session.addMemory({ type, title, recipient: to, ...(note && { personalMessage: note }) }, file);
}

/** Promises an approved memory to people at an instant. */
export async function deliverOn(
  session: Session,
  when: Date,
  memory: Memory,
  ...to: Recipient[]
): Promise<void> {
  await addSchedule(session, when, memory, to, 'scheduled');
}

/** Promises an approved memory to people after the owner's death. */
export async function deliverAfterDeath(session: Session, today: Date, memory: Memory, ...to: Recipient[]) {
  await addSchedule(session, today, memory, to, 'on_death');
}

async function addSchedule(
  session: Session,
  when: Date,
  memory: Memory,
  to: Recipient[],
  deliveryType: string,
) {
  await session.addSchedule({
    memoryId: memory.id,
    deliveryDate: when.toISOString(),
    deliveryType,
    deliveryMethod: 'digital',
    recipientIds: to.map((recipient) => recipient.id),
  });
}
