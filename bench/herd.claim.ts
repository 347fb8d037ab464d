import { runBareQueue } from './bare-queue.ts';
import { type Benchmark, interleave, median, ratio } from './harness.ts';
import { withHerd } from './herd.ts';

export const herdClaim: Benchmark = {
  name: 'herd.claim',
  about:
    'letters due at one moment with a send that does nothing: rows/s : a SKIP LOCKED queue that marks each row when it was sent',
  async run({ folder, quick }) {
    const count = quick ? 10_000 : 100_000;
    const byTheBatch: number[] = [];
    const shared: number[] = [];
    const rates = await withHerd(folder, {}, async ({ url, deliver }) => {
      // The first run would also pay for starting up.
      await deliver(count / 10, new Date());
      const plain = async () => count / (await deliver(count, new Date()));
      const tenthShared = async () => {
        shared.push(count / (await deliver(count, new Date(), { sharedEvery: 10 })));
      };
      const ours = async () => {
        // The order makes a difference, so they take turns.
        const isFirst = shared.length % 2 === 0;
        if (isFirst) await tenthShared();
        const rate = await plain();
        if (!isFirst) await tenthShared();
        return rate;
      };
      const baseline = async () => {
        byTheBatch.push(await runBareQueue(url, count, 'by the batch'));
        return runBareQueue(url, count / 10, 'one by one');
      };
      return interleave(quick ? 1 : 3, ours, baseline);
    });
    const careless = median(byTheBatch);
    const withShared = median(shared);
    return [
      ratio('herd.claim', rates, { atLeast: 1 }, `rows/s, ${count} due; each row marked durably`),
      ratio(
        'herd.claim, tenth shared',
        { ours: withShared, baseline: rates.baseline },
        { atLeast: 1 },
        'rows/s, every tenth in the message of the one before; the same queue',
      ),
      ratio(
        'herd.claim, sharing',
        { ours: withShared, baseline: rates.ours },
        { atLeast: 0.95 },
        'rows/s, every tenth shared : none',
      ),
      ratio(
        'herd.claim, batches marked',
        { ours: rates.ours, baseline: careless },
        undefined,
        'rows/s; a batch marked in one statement, which promises nothing for a row',
      ),
    ];
  },
};
