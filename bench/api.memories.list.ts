import type { Memory } from '../shared/memories/memories.ts';
import { get, signIn } from './client.ts';
import { openEnvironment } from './environments.ts';
import { type Benchmark, interleave, milliseconds, ratio } from './harness.ts';
import { startProduct } from './programs.ts';

const perPage = 20;
/** Reads consecutive pages from the newest memory on, and starts over at the top when it reaches the end. */
const pagesPerPass = 25;

export const apiMemoriesList: Benchmark = {
  name: 'api.memories.list',
  about: `p50 of a page of ${perPage} memories, walked by key: many rows : few`,
  async run({ folder, fewRows, manyRows, quick }) {
    const walkers = [];
    for (const rows of [manyRows, fewRows]) {
      const { dataDir } = await openEnvironment(folder, rows);
      const product = await startProduct({ DATA_DIR: dataDir });
      walkers.push({ product, readPage: await pageReader(product.url) });
    }
    const [many, few] = walkers;
    if (!many || !few) throw new Error('Two environments are needed');
    await interleave(100, many.readPage, few.readPage);
    const pages = await interleave(quick ? 100 : 1500, many.readPage, few.readPage);
    for (const { product } of walkers) await product.stop();
    return [ratio('api.memories.list', pages, { atMost: 1.5 }, `ms at ${manyRows} : ${fewRows} rows`)];
  },
};

/** Each call reads the next page and returns the milliseconds it took. */
async function pageReader(url: string): Promise<() => Promise<number>> {
  const headers = await signIn(url);
  let before: string | undefined;
  let read = 0;
  return () =>
    milliseconds(async () => {
      const cursor = before ? `&before=${before}` : '';
      const page = await get<Memory[]>(`${url}/api/memories?limit=${perPage}${cursor}`, headers);
      if (page.length !== perPage) throw new Error(`A page held ${page.length} memories`);
      read += 1;
      before = read % pagesPerPass === 0 ? undefined : page.at(-1)?.id;
    });
}
