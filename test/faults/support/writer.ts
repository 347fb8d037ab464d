import { sql } from 'drizzle-orm';
import type { Database } from '../../../server/platform/database.ts';
import type { Chance } from './chance.ts';
import type { Caller } from './people.ts';
import { after, differing, holdingsOf, type Picture, pictureOf } from './picture.ts';
import { nextWrite, type Write } from './writes.ts';

/**
 * Somebody who writes and writes, and knows exactly what must be there after the process was killed: all that was
 * answered, and of the one write that was on its way all or nothing.
 */
export interface Writer {
  /** Writes until the process at `address` answers no more. Throws when it refuses a write. */
  writeOn(address: string): Promise<void>;
  /** What is missing or too much at `address`; empty when every answered write is there and none is half. */
  compare(address: string): Promise<string[]>;
  /** How many writes were answered. */
  readonly answered: number;
}

export function createWriter(caller: Caller, db: Database, chance: Chance): Writer {
  let picture: Picture = new Set();
  let onItsWay: Write | undefined;
  let answered = 0;
  const approve = (memoryId: string) =>
    // Who checks memories is another process, which is not the one that is killed.
    db.execute(sql`update memories set is_approved = true where id = ${memoryId}`);

  return {
    async writeOn(address) {
      for (;;) {
        const held = await holdingsOf(caller, address).catch(() => undefined);
        if (!held) return;
        const write = nextWrite(held, picture, chance);
        if (write.schedules) await approve(write.schedules);
        onItsWay = write;
        const answer = await caller.call(address, write.call).catch(() => undefined);
        if (!answer) return;
        if (answer.status >= 300) throw new Error(`A write answered ${answer.status}: ${answer.bytes}`);
        picture = after(picture, write);
        onItsWay = undefined;
        answered += 1;
      }
    },
    async compare(address) {
      const found = await pictureOf(caller, address);
      const asAnswered = differing(picture, found);
      const asCarriedOut = onItsWay ? differing(after(picture, onItsWay), found) : asAnswered;
      picture = found;
      onItsWay = undefined;
      return asAnswered.length === 0 || asCarriedOut.length === 0 ? [] : asAnswered;
    },
    get answered() {
      return answered;
    },
  };
}
