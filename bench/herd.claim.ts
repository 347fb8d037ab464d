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
    const rates = await withHerd(folder, {}, ({ url, deliver }) => {
      const ours = async () => count / (await deliver(count, new Date()));
      const baseline = async () => {
        byTheBatch.push(await runBareQueue(url, count, 'by the batch'));
        return runBareQueue(url, count / 10, 'one by one');
      };
      return interleave(quick ? 1 : 3, ours, baseline);
    });
    const careless = median(byTheBatch);
    return [
      ratio('herd.claim', rates, { atLeast: 1 }, `rows/s, ${count} due; each row marked durably`),
      ratio(
        'herd.claim, batches marked',
        { ours: rates.ours, baseline: careless },
        undefined,
        'rows/s; a batch marked in one statement, which promises nothing for a row',
      ),
    ];
  },
};
