import { sql } from 'drizzle-orm';
import type { Database } from '../../../server/platform/database.ts';
import { eventually } from '../../app.ts';
import { watchAccess } from './access.ts';
import type { Caller } from './people.ts';
import { after, differing, type Holdings, holdingsOf, type Picture, pictureOf } from './picture.ts';
import type { Randomness } from './randomness.ts';
import { type Answer, BrokenCall } from './requests.ts';
import type { Write } from './write-maker.ts';
import { dealWrites } from './writes.ts';

/**
 * Somebody who keeps writing, and knows exactly what must be there after something broke: everything that was
 * confirmed, and of the one write in progress all or nothing.
 */
export interface Writer {
  /** Writes until the process at `address` no longer responds. Throws if it refuses a write. */
  writeOn(address: string): Promise<void>;
  /**
   * Writes until `signal`, and accepts a 503 that says when to come back. Throws if the process says anything
   * else, or nothing, or if after such a 503 a write turns out to be half done.
   */
  writeThrough(address: string, signal: AbortSignal): Promise<void>;
  /** What is missing or should not be there at `address`; empty if every confirmed write is there and none is half done. */
  compare(address: string): Promise<string[]>;
  /** How many writes were confirmed, and of which kinds they were. */
  readonly answered: number;
  readonly kinds: ReadonlySet<string>;
}

export function createWriter(
  caller: Caller,
  db: Database,
  randomness: Randomness,
  nextWrite = dealWrites(randomness),
): Writer {
  const access = watchAccess(caller);
  let picture: Picture = new Set(access.expected());
  let onItsWay: Write | undefined;
  const kinds = new Set<string>();
  let answered = 0;
  // Another process checks memories, which is not tested here.
  const approve = (memoryId: string) =>
    eventually(
      () =>
        db.execute(sql`update memories set is_approved = true where id = ${memoryId}`).catch(() => undefined),
      'the database to be there',
    );

  const look = async (address: string): Promise<Holdings> => {
    picture = after(picture, { adds: await access.enter(address) });
    return holdingsOf(caller, address);
  };
  const send = async (address: string, held: Holdings): Promise<Answer> => {
    const write = nextWrite(held, picture, caller);
    if (write.schedules) await approve(write.schedules);
    onItsWay = write;
    const answer = await caller.call(address, write.call);
    if (answer.status >= 300) return answer;
    picture = after(picture, write);
    if (write.signsOut) access.end(write.signsOut.password);
    onItsWay = undefined;
    answered += 1;
    kinds.add(write.kind);
    return answer;
  };
  const compare = async (address: string): Promise<string[]> => {
    const seen = await access.read(address, onItsWay);
    const found = new Set([...seen.lines, ...(await pictureOf(caller, address))]);
    const asAnswered = differing(picture, found);
    const asCarriedOut = onItsWay ? differing(after(picture, onItsWay), found) : asAnswered;
    access.settle(seen);
    picture = after(found, { without: seen.lines, adds: access.expected() });
    onItsWay = undefined;
    return asAnswered.length === 0 || asCarriedOut.length === 0 ? [] : asAnswered;
  };

  return {
    async writeOn(address) {
      for (;;) {
        const held = await look(address).catch(lastOrAgain);
        if (held === 'again') continue;
        const answer = held && (await send(address, held).catch(() => undefined));
        if (!answer) return;
        if (answer.status >= 300) throw new Error(`A write answered ${answer.status}: ${answer.bytes}`);
      }
    },
    async writeThrough(address, signal) {
      while (!signal.aborted) {
        const answer = await send(address, await whenBack(() => look(address)));
        if (answer.status < 300) continue;
        requireComeBack(answer);
        const differences = await whenBack(() => compare(address));
        if (differences.length > 0) throw new Error(differences.join('\n'));
      }
    },
    compare,
    kinds,
    get answered() {
      return answered;
    },
  };
}

/** A busy process may refuse a look; if it is gone, the writing ends. */
function lastOrAgain(error: unknown): 'again' | undefined {
  return error instanceof BrokenCall ? undefined : 'again';
}

function requireComeBack({ status, headers, bytes }: Answer): void {
  if (status === 503 && Number(headers['retry-after']) > 0) return;
  throw new Error(`Instead of a 503 with Retry-After it answered ${status}: ${bytes}`);
}

/** Repeats a look until the process is back at work. */
function whenBack<T>(look: () => Promise<T>): Promise<T> {
  return eventually(() => look().catch(() => undefined), 'the process to be back at work');
}
