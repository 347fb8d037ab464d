import { setTimeout as delay } from 'node:timers/promises';
import type { Memory } from '../../shared/memories/memories.ts';
import { createLetter } from '../../test/factories.ts';
import type { Where } from './lives.ts';
import { register } from './remote.ts';

export interface Traffic {
  /** How many responses there were, by status. */
  answers: ReadonlyMap<number, number>;
  /** The letters whose creation was confirmed. */
  kept: readonly string[];
  stop(): Promise<void>;
  /** Those letters that are missing. */
  missing(): Promise<string[]>;
}

/** Somebody who keeps writing and reading, whatever happens behind the proxy. */
export async function startTraffic({ proxy, db }: Where): Promise<Traffic> {
  const person = await register(proxy, db);
  const answers = new Map<number, number>();
  const kept: string[] = [];
  let isStopping = false;
  const ask = async (request: Parameters<typeof person.request>[0]) => {
    const status = await person.request(request).then(
      ({ statusCode }) => statusCode,
      () => 0,
    );
    answers.set(status, (answers.get(status) ?? 0) + 1);
  };
  const write = async () => {
    const letter = await createLetter(person).catch(() => undefined);
    if (letter) kept.push(letter.id);
  };
  const going = (async () => {
    for (let round = 0; !isStopping; round++) {
      await ask({ url: '/api/memories' });
      await ask({
        method: 'PUT',
        url: '/api/drafts/letter',
        payload: { content: { title: `Round ${round}` } },
      });
      if (round % 20 === 0) await write();
      await delay(100);
    }
  })();
  return {
    answers,
    kept,
    async stop() {
      isStopping = true;
      await going;
    },
    async missing() {
      const list = (await person.request({ url: '/api/memories' })).json<Memory[]>();
      const there = new Set(list.map(({ id }) => id));
      return kept.filter((id) => !there.has(id));
    },
  };
}
