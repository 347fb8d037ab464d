import { request } from 'node:http';
import { multipart } from '../../multipart.ts';
import type { Caller } from './people.ts';
import { milliseconds } from './randomness.ts';
import type { waveFile } from './wave-file.ts';

const pieces = 20;
const pauseMilliseconds = 150;

/** An upload over a slow line. Returns the status; rejects if the connection breaks. */
export function uploadSlowly(
  caller: Caller,
  address: string,
  file: ReturnType<typeof waveFile>,
): Promise<number> {
  const { payload, headers } = multipart(
    { type: 'audio', title: 'Over a slow line', recipient: 'Maya' },
    file,
  );
  return new Promise((resolve, reject) => {
    const sending = request(
      `${address}/api/memories/upload`,
      {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${caller.token}`, 'content-length': payload.length },
      },
      (incoming) => {
        incoming.resume();
        incoming.on('end', () => resolve(incoming.statusCode ?? 0));
        incoming.on('error', reject);
      },
    );
    sending.on('error', reject);
    const size = Math.ceil(payload.length / pieces);
    const write = async () => {
      for (let from = 0; from < payload.length; from += size) {
        sending.write(payload.subarray(from, from + size));
        await milliseconds(pauseMilliseconds);
      }
      sending.end();
    };
    write().catch(reject);
  });
}
