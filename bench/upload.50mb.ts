import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { memoryFileMaxBytes } from '../shared/memories/memories.ts';
import {
  deleteMemory,
  type SignedInKeeper,
  signIn,
  soundForm,
  type UploadForm,
  untilChecked,
  uploadSound,
} from './client.ts';
import { openEnvironment } from './environments.ts';
import { soundOf } from './files.ts';
import { type Benchmark, interleave, milliseconds, ratio, rounded } from './harness.ts';
import { residentBytes } from './memory.ts';
import { startProduct } from './programs.ts';

const uploadsAtOnce = 4;
const megabyte = 1024 * 1024;

export const upload50MB: Benchmark = {
  name: 'upload.50MB',
  about:
    'time of an upload of 50 MB : copyFile and SHA-256 of the same file; memory of the server under four',
  async run({ folder, fewRows, quick }) {
    const { dataDir } = await openEnvironment(folder, fewRows);
    const bytes = soundOf(memoryFileMaxBytes);
    const original = join(folder, 'original.wav');
    await writeFile(original, bytes);
    const form = soundForm(bytes);
    const memory = await withProduct(dataDir, (server) => measureMemory(server, form));
    const times = await withProduct(dataDir, async (server) => {
      const ours = () => measureUpload(server, form);
      const baseline = () => milliseconds(() => copyAndHash(original, `${original}.copy`));
      await interleave(1, ours, baseline);
      return interleave(quick ? 2 : 7, ours, baseline);
    });
    await rm(`${original}.copy`);
    return [
      ratio('upload.50MB', times, { atMost: 3 }, 'ms'),
      {
        name: 'upload.50MB memory',
        value: memory.growthBytes / megabyte,
        unit: 'MB',
        bar: { atMost: 150 },
        details: `${uploadsAtOnce} uploads at once, over ${rounded(memory.idleBytes / megabyte)} MB idle`,
      },
    ];
  },
};

async function copyAndHash(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await pipeline(createReadStream(to), createHash('sha256'));
}

interface Server {
  url: string;
  pid: number;
  headers: SignedInKeeper;
}

async function withProduct<T>(dataDir: string, work: (server: Server) => Promise<T>): Promise<T> {
  const { url, pid, stop } = await startProduct({ DATA_DIR: dataDir });
  try {
    return await work({ url, pid, headers: await signIn(url) });
  } finally {
    await stop();
  }
}

async function measureUpload({ url, headers }: Server, form: UploadForm): Promise<number> {
  const start = performance.now();
  const { id } = await uploadSound(url, headers, form);
  const took = performance.now() - start;
  await deleteCheckedMemory({ url, headers }, id);
  return took;
}

/** How much the resident memory of a freshly started server grows while it receives several uploads at once. */
async function measureMemory({ url, pid, headers }: Server, form: UploadForm) {
  const idleBytes = await residentBytes(pid);
  let highest = idleBytes;
  const look = async () => {
    highest = Math.max(highest, await residentBytes(pid));
  };
  const watching = setInterval(() => void look(), 10);
  const uploads = Array.from({ length: uploadsAtOnce }, () => uploadSound(url, headers, form));
  const memories = await Promise.all(uploads);
  await look();
  clearInterval(watching);
  for (const { id } of memories) await deleteCheckedMemory({ url, headers }, id);
  return { idleBytes, growthBytes: highest - idleBytes };
}

/** The memory's check has to end first, so that it is not measured with what follows. */
async function deleteCheckedMemory(
  { url, headers }: Pick<Server, 'url' | 'headers'>,
  id: string,
): Promise<void> {
  await untilChecked(url, headers, id);
  await deleteMemory(url, headers, id);
}
