import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { eventually, startTestApp } from '../../../../test/app.ts';
import { createLetter, createPerson, uploadMemory } from '../../../../test/factories.ts';
import { mediaFiles } from '../../../../test/media.ts';
import { checkRecording } from '../../../job-list.ts';

// Videos that take for ever: a program that only sleeps replaces ffmpeg.

const film = await mediaFiles.video.mp4();
const photo = await mediaFiles.photo.jpeg();
const tools = await mkdtemp(join(tmpdir(), 'long-after-slow-'));
const started = join(tools, 'started');
const path = process.env['PATH'];

beforeAll(async () => {
  await writeFile(started, '');
  // The process is identified by the file it plays: in separate process namespaces every tool has the same id.
  const note = `for each; do case $each in file:*) echo "$each" >> ${started};; esac; done`;
  const script = `#!/bin/sh\n[ "$1" = -version ] && exit 0\n${note}\nsleep 300\n`;
  await writeFile(join(tools, 'ffmpeg'), script);
  await chmod(join(tools, 'ffmpeg'), 0o755);
  process.env['PATH'] = [tools, path].join(delimiter);
});
afterAll(async () => {
  process.env['PATH'] = path;
  await rm(tools, { recursive: true, force: true });
});

const toolsStarted = async () => (await readFile(started, 'utf8')).split('\n').filter(Boolean);

/** Which of these files a tool is still playing. */
async function stillRunning(files: readonly string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'args'], { maxBuffer: 10_000_000 });
  return files.filter((file) => stdout.includes(file));
}

test('the first film of each owner comes before the second of anybody, and they are grouped by owner', async () => {
  const testApp = await startTestApp();
  const [many, one] = [await createPerson(testApp, { plan: 'premium' }), await createPerson(testApp)];
  const films = [];
  for (const person of [many, many, many, one])
    films.push(await uploadMemory(person, { type: 'video' }, film));
  const { rows } = await testApp.services.db.execute(sql`
    select data ->> 'memoryId' as "memoryId", group_id as "ownerId" from pgboss.job
    where name = ${checkRecording.name} order by priority desc, created_on`);
  const [first, second, third, ofOther] = films.map(({ id }) => id);
  expect(rows).toEqual([
    { memoryId: first, ownerId: many.user.id },
    { memoryId: ofOther, ownerId: one.user.id },
    { memoryId: second, ownerId: many.user.id },
    { memoryId: third, ownerId: many.user.id },
  ]);
});

test('films that take long hold up neither letters nor photos, and one of an owner is checked at a time; deleting one ends its tool', async () => {
  const testApp = await startTestApp();
  await testApp.work();
  const [ruth, leo] = [await createPerson(testApp, { plan: 'premium' }), await createPerson(testApp)];
  const [first, second] = [
    await uploadMemory(ruth, { type: 'video' }, film),
    await uploadMemory(ruth, { type: 'video' }, film),
  ];
  const other = await uploadMemory(leo, { type: 'video' }, film);
  const begun = await eventually(async () => {
    const files = await toolsStarted();
    return files.length === 2 && files;
  }, 'a film of each owner to be played');

  expect((await createLetter(leo)).isApproved).toBe(true);
  const { id } = await uploadMemory(leo, { type: 'photo' }, photo);
  await eventually(
    async () => (await leo.request({ url: `/api/memories/${id}` })).json<Memory>().isApproved,
    'the photo to be approved',
  );
  expect(await toolsStarted()).toEqual(begun);

  for (const { id: deleted } of [first, second])
    await ruth.request({ method: 'DELETE', url: `/api/memories/${deleted}` });
  await eventually(
    async () => (await stillRunning(begun)).length === 1,
    'the tool of the deleted film to end',
  );
  await leo.request({ method: 'DELETE', url: `/api/memories/${other.id}` });
  await eventually(async () => (await stillRunning(begun)).length === 0, 'the other tool to end');
});
