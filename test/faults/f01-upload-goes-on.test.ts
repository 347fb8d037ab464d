// F01, F38: web processes are killed with SIGKILL while a file is being uploaded to them in chunks. Confirmed chunks are there,
// another process on the same database and storage continues from them, and the memory equals the file byte for byte.
import { Upload } from 'tus-js-client';
import { expect, test } from 'vitest';
import { sha256Of } from '../uploads.ts';
import { registerCaller } from './support/people.ts';
import { makePlace } from './support/place.ts';
import { launchProcess, type ProductProcess } from './support/processes.ts';
import { openRandomness } from './support/randomness.ts';
import { call } from './support/requests.ts';
import { expectFilesAndRowsAgree } from './support/stored-files.ts';
import { waveFile } from './support/wave-file.ts';

const kills = 4;
const file = waveFile(6 * 1024 * 1024);
const pieceBytes = 256 * 1024;
const details = { type: 'audio', title: 'Rain on the porch roof', recipient: 'Maya' };

interface Leg {
  token: string;
  path: string | null;
  /** The process is killed after this many confirmed chunks, with the next one on its way; null lets it live. */
  killAfter: number | null;
}

/** Sends to a process until it is killed or everything is there. Returns the path and the last confirmed offset. */
function sendTo(
  running: ProductProcess,
  { token, path, killAfter }: Leg,
): Promise<{ path: string; answered: number }> {
  return new Promise((resolve) => {
    let [pieces, answered] = [0, 0];
    const end = () => resolve({ path: new URL(upload.url ?? '').pathname, answered });
    const upload = new Upload(file.bytes, {
      endpoint: `${running.address}/api/uploads`,
      uploadUrl: path === null ? null : `${running.address}${path}`,
      headers: { authorization: `Bearer ${token}` },
      metadata: {
        filename: file.name,
        filetype: file.contentType,
        type: 'audio',
        sha256: sha256Of(file.bytes),
      },
      uploadSize: file.bytes.length,
      chunkSize: pieceBytes,
      retryDelays: null,
      onChunkComplete(_size, arrived) {
        answered = arrived;
        pieces += 1;
        if (pieces === killAfter) void running.end('SIGKILL');
      },
      onSuccess: end,
      onError: end,
    });
    upload.start();
  });
}

test(`an upload goes on over ${kills} killed processes, each time in another one`, async () => {
  const place = await makePlace();
  const randomness = openRandomness();
  const launch = () => launchProcess(place.env, { role: 'web' });
  let running = await launch();
  await running.ready;
  const { token } = await registerCaller(running.address, place.db);
  const headers = { authorization: `Bearer ${token}` };
  let path: string | null = null;
  for (let kill = 1; kill <= kills; kill++) {
    const next = await launch();
    const leg = await sendTo(running, { token, path, killAfter: 1 + randomness.below(4) });
    path = leg.path;
    running = next;
    await running.ready;
    const answer = await fetch(`${running.address}${path}`, {
      method: 'HEAD',
      headers: { ...headers, 'tus-resumable': '1.0.0' },
    });
    const standsAt = Number(answer.headers.get('upload-offset'));
    expect(standsAt, `seed ${randomness.seed}, kill ${kill}`).toBeGreaterThanOrEqual(leg.answered);
    expect(standsAt).toBeLessThan(file.bytes.length);
  }
  await sendTo(running, { token, path, killAfter: null });
  const made = await call(running.address, { method: 'POST', path: `${path}/memory`, json: details, token });
  expect(made.status).toBe(201);
  const { fileUrl } = made.json<{ fileUrl: string }>();
  const stored = Buffer.from(await (await fetch(`${running.address}${fileUrl}`, { headers })).arrayBuffer());
  expect(sha256Of(stored)).toBe(sha256Of(file.bytes));
  await expectFilesAndRowsAgree(place);
});
