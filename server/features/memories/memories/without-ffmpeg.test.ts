import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { FileMemoryType, Memory } from '../../../../shared/memories/memories.ts';
import type { StaffMemory } from '../../../../shared/memories/staff-memories.ts';
import { createPerson, createStaff, uploadMemory } from '../../../../test/factories.ts';
import { drawing, type MediaFile, mediaFiles, moving, record, tone } from '../../../../test/media.ts';

// The files are made first; then PATH leads nowhere. A process checks only once whether ffmpeg is there, so
// this file loads its own copies of modules and leaves none of them to the next.

const h264 = ['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'ultrafast'];
const vp8 = ['-pix_fmt', 'yuv420p', '-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus'];
const place = ['-metadata', 'comment=Kodiak +48.1370', '-metadata:s:0', 'title=Kodiak +48.1370'];

async function made(type: FileMemoryType, ending: string, options: readonly string[]) {
  const streams = type === 'video' ? [...moving, ...tone] : tone;
  const contentType = { mp4: 'video/mp4', webm: 'video/webm', ogg: 'audio/ogg' }[ending] ?? '';
  return { name: `a.${ending}`, contentType, bytes: await record(ending, [...streams, ...options]) };
}

const film = await made('video', 'mp4', [...h264, '-movflags', '+faststart', ...place]);
const sound = await made('audio', 'ogg', ['-c:a', 'libopus', ...place]);
const files: [what: string, FileMemoryType, MediaFile, shownAs: string][] = [
  ['mp4', 'video', film, 'video/mp4'],
  ['mov', 'video', await mediaFiles.video.mov(), 'video/mp4'],
  ['webm', 'video', await made('video', 'webm', [...vp8, ...place]), 'video/webm'],
  ['mp3', 'audio', await mediaFiles.audio.mp3(), 'audio/mpeg'],
  ['wav', 'audio', await mediaFiles.audio.wav(), 'audio/wav'],
  ['ogg', 'audio', sound, 'audio/ogg'],
  ['m4a', 'audio', await mediaFiles.audio.m4a(), 'audio/mp4'],
];
const old = await made('video', 'mp4', ['-c:v', 'mpeg4', '-c:a', 'aac']);
const unknown = await mediaFiles.video.avi();
const photo = { name: 'a.jpg', contentType: 'image/jpeg', bytes: await drawing().jpeg().toBuffer() };

vi.resetModules();
const { startTestApp } = await import('../../../../test/app.ts');
const { isFfmpegInstalled } = await import('../../../platform/media.ts');
const { checkMemory } = await import('../../../../test/check-memory.ts');
const { convertRecording } = await import('./check-memory.ts');
const { announce } = await import('../../../platform/events.ts');
const { needsFfmpeg } = await import('./check-recording.ts');
const { recheckHeldForWantOfFfmpeg } = await import('./recheck-memories.ts');
const { memories } = await import('./memories.table.ts');

const testApp = await startTestApp();
const person = await createPerson(testApp, { plan: 'premium' });
const path = process.env['PATH'];
process.env['PATH'] = '/nowhere';
afterAll(() => {
  process.env['PATH'] = path;
  vi.resetModules();
});

const read = async (id: string) => (await person.request({ url: `/api/memories/${id}` })).json<Memory>();

async function outcome(type: FileMemoryType, file: MediaFile): Promise<Memory> {
  const { id } = await uploadMemory(person, { type }, file);
  await checkMemory(testApp.services, { memoryId: id, revision: 1 });
  return await read(id);
}

test('ffmpeg is not there, and photos do not need it', async () => {
  expect(await isFfmpegInstalled()).toBe(false);
  expect(await outcome('photo', photo)).toMatchObject({ isApproved: true, approval: 'approved' });
});

describe('security 42: without ffmpeg what browsers play is approved, and shown as a copy without its place', () => {
  test.each(files)('%s', async (what, type, file, shownAs) => {
    const memory = await outcome(type, file);
    expect(memory).toMatchObject({ isApproved: true, heldReason: null, thumbnailUrl: null });
    expect(Math.abs((memory.durationSeconds ?? 0) - 2)).toBeLessThan(0.2);
    // The sound of a WAV can be read directly; the others would have to be decoded.
    expect(memory.peaks?.length).toBe(what === 'wav' ? 200 : undefined);
    const shown = await person.request({ url: memory.displayUrl ?? '' });
    expect(memory.displayUrl).not.toBe(memory.fileUrl);
    expect(shown.headers['content-type']).toBe(shownAs);
    expect(shown.rawPayload.includes('Kodiak')).toBe(false);
  });
});

test('without ffmpeg a file that was cut off cannot be opened', async () => {
  for (const type of ['video', 'audio'] as const) {
    const file = type === 'video' ? film : sound;
    const bytes = file.bytes.subarray(0, file.bytes.length * 0.9);
    expect(await outcome(type, { ...file, bytes })).toMatchObject({
      isApproved: false,
      approval: 'unreadable',
      heldReason: `This ${type} cannot be opened to its end; it may be damaged.`,
    });
  }
});

test('without ffmpeg a film that browsers do not play is approved for download, and an AVI waits for a person', async () => {
  const film = await outcome('video', old);
  expect(film).toMatchObject({ isApproved: true, displayUrl: film.fileUrl });
  expect(await outcome('video', unknown)).toMatchObject({ approval: 'in_review', heldReason: needsFfmpeg });
});

test('without ffmpeg staff see that nobody could look into an AVI, and approve it for download', async () => {
  const { id } = await outcome('video', unknown);
  const agnes = await createStaff(testApp);
  const url = `/api/admin/memories/${id}`;
  const { revision, state, checkedAt, checks } = (await agnes.request({ url })).json<StaffMemory>();
  expect(checks).toContainEqual({ check: 'decodes', result: 'not_set_up', found: 'needs ffmpeg' });
  expect(checks).toContainEqual({ check: 'type', result: 'passed', found: 'AVI' });
  const payload = { reason: 'It plays on my machine', seen: { revision, state, checkedAt } };
  const answer = await agnes.request({ method: 'POST', url: `${url}/approval`, payload });
  expect(answer.statusCode).toBe(200);
  await convertRecording(testApp.services, { memoryId: id, revision });
  const film = await read(id);
  expect(film).toMatchObject({ isApproved: true, heldReason: null, displayUrl: film.fileUrl });
});

test('what was held for want of ffmpeg is checked again when a worker starts', async () => {
  const { id } = await outcome('video', old);
  const heldReason = 'Films and sound cannot be checked by machine here, so a person will look at it.';
  await testApp.services.db
    .update(memories)
    .set({ isApproved: false, heldReason, heldAs: 'in_review' })
    .where(eq(memories.id, id));
  const { id: waiting } = await outcome('video', unknown);
  const { db, events } = testApp.services;
  const heard: string[][] = [];
  const stop = events.subscribe('staff', (topics) => heard.push(topics));
  await announce(db, 'staff', ['people']);
  await expect.poll(() => heard.at(-1), { message: 'all that came before' }).toEqual(['people']);
  await recheckHeldForWantOfFfmpeg(testApp.services);
  await expect.poll(() => heard.at(-1), { message: 'that it left their queue' }).toEqual(['staff']);
  stop();
  expect((await read(id)).approval).toBe('checking');
  expect((await read(waiting)).approval).toBe('in_review');
  await checkMemory(testApp.services, { memoryId: id, revision: 1 });
  expect((await read(id)).approval).toBe('approved');
});
