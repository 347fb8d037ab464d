import { expect, test } from 'vitest';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { startTestApp } from '../../../../test/app.ts';
import { checkMemory } from '../../../../test/check-memory.ts';
import { createPerson } from '../../../../test/factories.ts';
import { drawing, type MediaFile, mediaFiles } from '../../../../test/media.ts';
import { multipart } from '../../../../test/multipart.ts';
import { isFfmpegInstalled } from '../../../platform/media.ts';

// The files are made first; then this process looks for programs where there are none.

const film = await mediaFiles.video.mp4();
const sound = await mediaFiles.audio.mp3();
const photo: MediaFile = {
  name: 'a.jpg',
  contentType: 'image/jpeg',
  bytes: await drawing().jpeg().toBuffer(),
};
const test1 = await startTestApp();
process.env['PATH'] = '/nowhere';

test('without ffmpeg films and sounds wait for a person, and photos do not', async () => {
  expect(await isFfmpegInstalled()).toBe(false);
  const person = await createPerson(test1);
  const outcome = async (type: string, file: MediaFile) => {
    const form = multipart({ type, title: 'x', recipient: 'y' }, file);
    const made = await person.request({ method: 'POST', url: '/api/memories/upload', ...form });
    const { id } = made.json<Memory>();
    await checkMemory(test1.services, { memoryId: id, revision: 1 });
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
