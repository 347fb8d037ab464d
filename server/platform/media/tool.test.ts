import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { mediaFiles } from '../../../test/media.ts';
import { isInstalled } from '../media.ts';
import { describeConfinement, findConfinement, isComplaintOfWrapper } from './confinement.ts';
import { makePlayableFilm } from './convert-recording.ts';
import { probeRecording } from './recordings.ts';
import { runTool, type ToolLimits } from './tool.ts';

const limits: ToolLimits = { seconds: 30, memoryBytes: 2 ** 31, outputBytes: 10_000 };
const folder = await mkdtemp(join(tmpdir(), 'long-after-tool-'));
const confinement = await findConfinement();
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs, in place of the tool, what a file that took it over could run. */
async function runInside(script: string): Promise<string> {
  return (await runTool(process.execPath, ['-e', script], limits)).toString('utf8');
}

const caught = (what: string) => `try { ${what}; said('done') } catch (error) { said(error.code) }`;
const said = 'const said = (word) => { process.stdout.write(String(word)); process.exit(0) };';

describe('security 46: a media tool that a file took over', () => {
  test('reaches no network, not even a port of this machine', async (context) => {
    if (!confinement.isAlone) context.skip(`not tried: ${describeConfinement(confinement)}`);
    let calls = 0;
    const server = createServer((socket) => {
      calls += 1;
      socket.destroy();
    });
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
    });
    const script = `${said} require('node:net').connect(${port}, '127.0.0.1')
      .on('connect', () => said('connected')).on('error', (error) => said(error.code))`;
    expect(await runInside(script)).toMatch(/^(ENETUNREACH|EADDRNOTAVAIL|ECONNREFUSED|EINVAL)$/);
    expect(calls).toBe(0);
    server.close();
  });

  test('signals no process of ours, neither its parent nor any other', async (context) => {
    if (!confinement.isAlone && !confinement.isNobody)
      context.skip(`not tried: ${describeConfinement(confinement)}`);
    expect(await runInside(`${said} ${caught(`process.kill(${process.pid}, 0)`)}`)).toMatch(/^E(SRCH|PERM)$/);
    const parent = `process.ppid > 1 ? process.kill(process.ppid, 0) : process.kill(${process.ppid}, 0)`;
    expect(await runInside(`${said} ${caught(parent)}`)).toMatch(/^E(SRCH|PERM)$/);
  });

  test('is nobody where the product runs as root', async (context) => {
    if (!confinement.isNobody) context.skip(`not tried: ${describeConfinement(confinement)}`);
    expect(await runInside(`${said} said(process.getuid())`)).toBe('65534');
    const mine = join(folder, 'mine');
    await writeFile(mine, 'x', { mode: 0o600 });
    expect(await runInside(`${said} ${caught(`require('node:fs').readFileSync('${mine}')`)}`)).toBe('EACCES');
  });
});

test('a file that only the product may read is read all the same, and what is made of it is written', async () => {
  const closed = join(folder, 'closed');
  const [path, toPath] = [join(folder, 'film'), join(await mkdtemp(join(folder, 'made-')), 'made')];
  await writeFile(path, (await mediaFiles.video.mov()).bytes);
  await writeFile(closed, (await mediaFiles.video.mov()).bytes, { mode: 0o600 });
  for (const each of [path, closed])
    expect(await probeRecording({ path: each, container: 'mov' })).toMatchObject({ video: {} });
  await chmod(folder, 0o755);
  for (const each of [path, closed]) {
    const file = { path: each, container: 'mov' as const };
    await makePlayableFilm(file, await probeRecording(file), toPath);
    expect((await readFile(toPath)).length).toBeGreaterThan(1000);
  }
});

test('what cannot be started is not taken for a file that is damaged', async () => {
  expect(isComplaintOfWrapper('unshare: unshare failed: No space left on device\n')).toBe(true);
  expect(isComplaintOfWrapper('[mov] moov atom not found\nunshare: unshare failed')).toBe(false);
  expect(await isInstalled('no-such-program-of-ours')).toBe(false);
  await expect(runTool('no-such-program-of-ours', [], limits)).rejects.toMatchObject({ name: 'Error' });
});

test('when it is ended, so is what it has started', async () => {
  const mark = join(folder, 'mark');
  const script = `require('node:child_process').spawn('sleep', ['1.5']).on('exit', () =>
    require('node:fs').writeFileSync('${mark}', 'x')); setInterval(() => {}, 1000)`;
  await chmod(folder, 0o777);
  const ended = runTool(process.execPath, ['-e', script], { ...limits, seconds: 0.5 });
  await expect(ended).rejects.toThrow(/SIGKILL/);
  const listed = await runTool('ps', ['-eo', 'args'], limits, {}).catch(() => Buffer.from(''));
  expect(listed.toString()).not.toContain(mark);
});
