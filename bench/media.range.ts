import { writeFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { memoryFileMaxBytes } from '../shared/memories/memories.ts';
import { deleteMemory, type SignedInKeeper, signIn, soundForm, untilChecked, uploadSound } from './client.ts';
import { openEnvironment } from './environments.ts';
import { soundOf } from './files.ts';
import { type Benchmark, interleave, percentile, ratio, rounded } from './harness.ts';
import { startBareServer, startProduct } from './programs.ts';

const rangeBytes = 1024 * 1024;
const connections = 4;

/** Every whole megabyte of the file except the last, so that all ranges have the same length. */
const ranges = Array.from({ length: Math.floor(memoryFileMaxBytes / rangeBytes) - 1 }, (_, part) => {
  const start = part * rangeBytes;
  return { range: `bytes=${start}-${start + rangeBytes - 1}` };
});

export const mediaRange: Benchmark = {
  name: 'media.range',
  about: 'parts of 1 MB of a stored film or sound : the same from node:http and a file stream',
  async run({ folder, fewRows, quick }) {
    const { dataDir } = await openEnvironment(folder, fewRows);
    const product = await startProduct({ DATA_DIR: dataDir });
    const headers = await signIn(product.url);
    const bytes = soundOf(memoryFileMaxBytes);
    const { id } = await uploadSound(product.url, headers, soundForm(bytes));
    await untilChecked(product.url, headers, id);
    const file = join(folder, 'served.wav');
    await writeFile(file, bytes);
    const bare = await startBareServer('bare-files.ts', { FILE: file });

    const address = `${product.url}/api/memories/${id}/file`;
    const seconds = quick ? 1 : 4;
    const ours = () => partsPerSecond(address, headers, seconds);
    const baseline = () => partsPerSecond(bare.url, headers, seconds);
    await interleave(1, ours, baseline);
    const rates = await interleave(quick ? 1 : 4, ours, baseline);
    const waits = await firstByteMilliseconds(address, headers);
    await deleteMemory(product.url, headers, id);
    await bare.stop();
    await product.stop();
    return [
      ratio('media.range', rates, { atLeast: 0.7 }, `parts/s, ${connections} connections`),
      {
        name: 'media.range first byte',
        value: percentile(waits, 0.99),
        unit: 'ms',
        bar: { atMost: 50 },
        details: `p99 of ${waits.length} requests one by one; p50 ${rounded(percentile(waits, 0.5))} ms`,
      },
    ];
  },
};

/**
 * Several connections, each requesting one range after another. Uses Node's own client: autocannon's parser is too
 * slow for bodies.
 */
async function partsPerSecond(url: string, headers: SignedInKeeper, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + seconds * 1000;
  let parts = 0;
  const readOn = async () => {
    while (performance.now() < end) {
      await readPart(agent, url, headers, parts);
      parts += 1;
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, readOn));
  const took = (performance.now() - start) / 1000;
  agent.destroy();
  return parts / took;
}

/** Returns the milliseconds until the first byte of the body. */
function readPart(agent: Agent, url: string, headers: SignedInKeeper, part: number): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const read = (answer: IncomingMessage) => {
      let [bytes, firstByte] = [0, 0];
      answer.on('data', (chunk: Buffer) => {
        firstByte ||= performance.now() - start;
        bytes += chunk.length;
      });
      answer.on('end', () => {
        if (answer.statusCode === 206 && bytes === rangeBytes) resolve(firstByte);
        else reject(new Error(`A part answered ${answer.statusCode} and ${bytes} bytes`));
      });
      answer.on('error', reject);
    };
    get(url, { agent, headers: { ...headers, ...ranges[part % ranges.length] } }, read).on('error', reject);
  });
}

async function firstByteMilliseconds(url: string, headers: SignedInKeeper): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const waits: number[] = [];
  for (let part = 0; part < 2 * ranges.length; part++) waits.push(await readPart(agent, url, headers, part));
  agent.destroy();
  return waits;
}
