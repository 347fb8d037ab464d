import { afterAll, expect, test, vi } from 'vitest';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { createPerson } from '../../../../test/factories.ts';
import { drawing, type MediaFile, mediaFiles } from '../../../../test/media.ts';
import { multipart } from '../../../../test/multipart.ts';

// The files are made first; then PATH leads nowhere. A process asks only once whether ffmpeg is there, so this file loads
// modules of its own and leaves none of them to the next.

const film = await mediaFiles.video.mp4();
const sound = await mediaFiles.audio.mp3();
const photo: MediaFile = {
  name: 'a.jpg',
  contentType: 'image/jpeg',
  bytes: await drawing().jpeg().toBuffer(),
};

vi.resetModules();
const { startTestApp } = await import('../../../../test/app.ts');
const { isFfmpegInstalled } = await import('../../../platform/media.ts');
const { checkMemory } = await import('../../../../test/check-memory.ts');

const testApp = await startTestApp();
const path = process.env['PATH'];
process.env['PATH'] = '/nowhere';
afterAll(() => {
  process.env['PATH'] = path;
  vi.resetModules();
});

test('without ffmpeg video and audio wait for review, and photos do not', async () => {
  expect(await isFfmpegInstalled()).toBe(false);
  const person = await createPerson(testApp);
  const outcome = async (type: string, file: MediaFile) => {
    const form = multipart({ type, title: 'x', recipient: 'y' }, file);
    const made = await person.request({ method: 'POST', url: '/api/memories/upload', ...form });
    const { id } = made.json<Memory>();
    await checkMemory(testApp.services, { memoryId: id, revision: 1 });
    const { isApproved, heldReason } = (await person.request({ url: `/api/memories/${id}` })).json<Memory>();
    return { isApproved, heldReason };
  };
  const held = {
    isApproved: false,
    heldReason: 'Films and sound cannot be checked by machine here, so a person will look at it.',
  };
  expect(await outcome('video', film)).toEqual(held);
  expect(await outcome('audio', sound)).toEqual(held);
  expect(await outcome('photo', photo)).toEqual({ isApproved: true, heldReason: null });
});
