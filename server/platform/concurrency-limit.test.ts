import { setImmediate as settled } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

/** Work, identified by name, that ends when it is told to. */
function tracked(limits: Partial<Parameters<typeof createConcurrencyLimit>[0]> = {}) {
  const limit = createConcurrencyLimit({ concurrency: 2, maxWaitingPerKey: 1, maxWaiting: 4, ...limits });
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const take = (name: string) =>
    limit.run(name.charAt(0), () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (error) => (error ? reject(error) : resolve(name)));
      });
    });
  return { begun, take, end: (name: string, error?: Error) => ends.get(name)?.(error) };
}

describe('concurrency limit', () => {
  test('so much runs at once, one for each key, in the order of asking', async () => {
    const { begun, take, end } = tracked();
    const all = ['a1', 'a2', 'b1', 'c1'].map(take);
    await settled();
    expect(begun).toEqual(['a1', 'b1']);
    end('b1');
    await settled();
    expect(begun, 'a is still at its first').toEqual(['a1', 'b1', 'c1']);
    end('a1');
    await settled();
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
    end('c1');
    end('a2');
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1', 'c1']);
  });

  test('what fails makes room, too', async () => {
    const { begun, take, end } = tracked({ concurrency: 1 });
    const [failing, next] = [take('a1'), take('b1')];
    await settled();
    end('a1', new Error('no'));
    await expect(failing).rejects.toThrow('no');
    await settled();
    expect(begun).toEqual(['a1', 'b1']);
    end('b1');
    await next;
  });

  test('429 for a key that has enough waiting, 503 when everybody has', async () => {
    const { take, end } = tracked({ concurrency: 1, maxWaiting: 2 });
    const kept = [take('a1'), take('a2')];
    await expect(take('a3')).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 10 });
    kept.push(take('b1'));
    await expect(take('c1')).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 });
    for (const name of ['a1', 'a2', 'b1']) {
      end(name);
      await settled();
    }
    expect(await Promise.all(kept)).toEqual(['a1', 'a2', 'b1']);
  });
});
