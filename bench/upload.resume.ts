import { memoryFileMaxBytes } from '../shared/memories/memories.ts';
import { uploadMetadata } from '../test/uploads.ts';
import { deleteMemory, type SignedInKeeper, signIn, untilChecked } from './client.ts';
import { openEnvironment } from './environments.ts';
import { soundOf } from './files.ts';
import { type Benchmark, interleave, rounded } from './harness.ts';
import { startProduct } from './programs.ts';

/** The size that the web sends. */
const pieceBytes = 2 * 1024 * 1024;

export const uploadResume: Benchmark = {
  name: 'upload.resume',
  about: 'time from going on with half of 50 MB until it is a memory : of the whole in the same way',
  async run({ folder, fewRows, quick }) {
    const { dataDir } = await openEnvironment(folder, fewRows);
    const bytes = soundOf(memoryFileMaxBytes);
    const { url, stop } = await startProduct({ DATA_DIR: dataDir });
    try {
      const sender = { url, headers: await signIn(url), bytes };
      const times = await interleave(
        quick ? 2 : 7,
        () => measure(sender, Math.floor(bytes.length / 2)),
        () => measure(sender, 0),
      );
      return [
        {
          name: 'upload.resume',
          value: times.ours / times.baseline,
          unit: 'ratio',
          bar: { atMost: 0.6 },
          details: `${rounded(times.ours)} : ${rounded(times.baseline)} ms`,
        },
      ];
    } finally {
      await stop();
    }
  },
};

interface Sender {
  url: string;
  headers: SignedInKeeper;
  bytes: Buffer;
}

/** The time for the rest after the first `arrivedBytes`, which are sent before the timing starts. */
async function measure({ url, headers, bytes }: Sender, arrivedBytes: number): Promise<number> {
  const upload = await tus(`${url}/api/uploads`, 'POST', headers, {
    'upload-length': String(bytes.length),
    'upload-metadata': uploadMetadata({ filename: 'toast.wav', filetype: 'audio/wav', type: 'audio' }),
  });
  const path = `${url}${upload.headers.get('location')}`;
  await sendPieces(path, headers, bytes.subarray(0, arrivedBytes), 0);
  const start = performance.now();
  const { headers: standing } = await tus(path, 'HEAD', headers);
  const offset = Number(standing.get('upload-offset'));
  await sendPieces(path, headers, bytes.subarray(offset), offset);
  const made = await fetch(`${path}/memory`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'audio', title: 'A toast', recipient: 'Maya' }),
  });
  const took = performance.now() - start;
  const { id } = (await made.json()) as { id: string };
  await untilChecked(url, headers, id);
  await deleteMemory(url, headers, id);
  return took;
}

async function sendPieces(
  path: string,
  headers: SignedInKeeper,
  bytes: Buffer,
  offset: number,
): Promise<void> {
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    const piece = bytes.subarray(from, from + pieceBytes);
    await tus(path, 'PATCH', headers, { 'upload-offset': String(offset + from) }, piece);
  }
}

async function tus(
  address: string,
  method: 'POST' | 'HEAD' | 'PATCH',
  headers: SignedInKeeper,
  more: Record<string, string> = {},
  body?: Buffer,
): Promise<Response> {
  const answer = await fetch(address, {
    method,
    headers: {
      ...headers,
      'tus-resumable': '1.0.0',
      ...(body && { 'content-type': 'application/offset+octet-stream' }),
      ...more,
    },
    ...(body && { body: new Uint8Array(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${address} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}
