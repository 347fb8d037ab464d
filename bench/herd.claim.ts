import { runBareQueue } from './bare-queue.ts';
import { type Benchmark, rounded, takeTurns } from './harness.ts';
import { withHerd } from './herd.ts';

export const herdClaim: Benchmark = {
  name: 'herd.claim',
  about:
    'letters due at one moment with a send that does nothing: rows/s : a bare SKIP LOCKED queue, same database',
  async run({ folder, quick }) {
    const count = quick ? 10_000 : 100_000;
    const rates = await withHerd(folder, {}, ({ url, deliver }) => {
      const ours = async () => count / (await deliver(count, new Date()));
      const baseline = () => runBareQueue(url, count);
      return takeTurns(quick ? 1 : 3, ours, baseline);
    });
    return [
      {
        name: 'herd.claim',
        value: rates.ours / rates.baseline,
        unit: 'ratio',
        bar: { atLeast: 0.5 },
        details: `${rounded(rates.ours)} : ${rounded(rates.baseline)} rows/s, ${count} due`,
      },
    ];
  },
};
