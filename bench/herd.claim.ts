import { type Marking, runBareQueue } from './bare-queue.ts';
import { type Benchmark, interleave, median, rounded } from './harness.ts';
import { withHerd } from './herd.ts';

export const herdClaim: Benchmark = {
  name: 'herd.claim',
  about:
    'letters due at one moment with a send that does nothing: rows/s : a bare SKIP LOCKED queue, same database',
  async run({ folder, quick }) {
    const count = quick ? 10_000 : 100_000;
    const oneByOne: number[] = [];
    const rates = await withHerd(folder, {}, ({ url, deliver }) => {
      const ours = async () => count / (await deliver(count, new Date()));
      const bare = (marking: Marking, rows: number) => runBareQueue(url, rows, marking);
      const baseline = async () => {
        oneByOne.push(await bare('one by one', count / 10));
        return bare('by the batch', count);
      };
      return interleave(quick ? 1 : 3, ours, baseline);
    });
    const careful = median(oneByOne);
    return [
      {
        name: 'herd.claim',
        value: rates.ours / rates.baseline,
        unit: 'ratio',
        bar: { atLeast: 0.5 },
        details: `${rounded(rates.ours)} : ${rounded(rates.baseline)} rows/s, ${count} due; a batch marked in one statement`,
      },
      {
        name: 'herd.claim, rows marked singly',
        value: rates.ours / careful,
        unit: 'ratio',
        details: `${rounded(rates.ours)} : ${rounded(careful)} rows/s; each row marked when it was sent, as a careful loop does`,
      },
    ];
  },
};
