import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { eventually, startTestApp, type TestApp } from '../../../../test/app.ts';
import { createLetter, createPerson, type Person, uploadMemory } from '../../../../test/factories.ts';
import {
  drawing,
  filmFromBrowser,
  type MediaFile,
  mediaFiles,
  moving,
  readHeader,
  record,
  tone,
} from '../../../../test/media.ts';
import { auditLog } from '../../system/audit/audit.table.ts';

const testApp = await startTestApp();
await testApp.work();

async function read(person: Person, id: string): Promise<Memory> {
  return (await person.request({ url: `/api/memories/${id}` })).json<Memory>();
}

/** The memory after its check has ended, with whatever result. */
function checked(person: Person, { id }: Memory): Promise<Memory> {
  return eventually(async () => {
    const memory = await read(person, id);
    return memory.isApproved || memory.heldReason ? memory : undefined;
  }, 'the end of the check');
}

/** The memory once it has a playable rendition. */
function withPlayable(person: Person, { id }: Memory): Promise<Memory> {
  return eventually(async () => {
    const memory = await read(person, id);
    return memory.displayUrl !== memory.fileUrl && memory;
  }, 'what every browser plays');
}

async function fetchPicture(person: Person, url: string | null) {
  const answer = await person.request({ url: url ?? 'none' });
  expect(answer.headers['content-type']).toBe('image/webp');
  return { bytes: answer.rawPayload, ...(await sharp(answer.rawPayload).metadata()) };
}

async function actsOn(app: TestApp, subjectId: string): Promise<string[]> {
  const rows = await app.services.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, subjectId))
    .orderBy(auditLog.id);
  return rows.map(({ action }) => action);
}

describe('what passes', () => {
  test.each(Object.entries(mediaFiles.photo))(
    'a %s photo is approved and drawn small',
    async (_format, make) => {
      const person = await createPerson(testApp);
      const memory = await checked(person, await uploadMemory(person, { type: 'photo' }, await make()));
      expect(memory).toMatchObject({ isApproved: true, heldReason: null });
      expect(await fetchPicture(person, memory.thumbnailUrl)).toMatchObject({ width: 480, height: 360 });
      expect(await actsOn(testApp, memory.id)).toEqual(['memory.created', 'memory.approved']);
    },
  );

  test.each(Object.entries(mediaFiles.video))(
    'a %s film is approved, with a still and its length',
    async (_format, make) => {
      const person = await createPerson(testApp);
      const memory = await checked(person, await uploadMemory(person, { type: 'video' }, await make()));
      expect(memory).toMatchObject({ isApproved: true, heldReason: null });
      expect(memory.durationSeconds).toBeGreaterThan(1.8);
      expect(memory.durationSeconds).toBeLessThan(2.3);
      const still = await fetchPicture(person, memory.thumbnailUrl);
      expect(still).toMatchObject({ width: 480, height: 360 });
      const { channels } = await sharp(still.bytes).stats();
      expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(20);
    },
  );

  test.each(Object.entries(mediaFiles.audio))(
    'a %s sound is approved, with its length',
    async (_format, make) => {
      const person = await createPerson(testApp);
      const memory = await checked(person, await uploadMemory(person, { type: 'audio' }, await make()));
      expect(memory).toMatchObject({ isApproved: true, heldReason: null, thumbnailUrl: null });
      expect(memory.durationSeconds).toBeGreaterThan(1.8);
      expect(memory.peaks).toHaveLength(200);
      expect(Math.max(...(memory.peaks ?? []))).toBe(255);
    },
  );

  test('a film without a sound is approved, and no line draws it', async () => {
    const person = await createPerson(testApp);
    const bytes = await record('mp4', [...moving, '-pix_fmt', 'yuv420p', '-c:v', 'libx264']);
    const file = { name: 'silent.mp4', contentType: 'video/mp4', bytes };
    const memory = await checked(person, await uploadMemory(person, { type: 'video' }, file));
    expect(memory).toMatchObject({ isApproved: true, peaks: null });
  });

  test('a letter is approved as it is written, and the page is notified', async () => {
    const person = await createPerson(testApp);
    const told: string[][] = [];
    testApp.services.events.subscribe(person.user.id, (topics) => told.push(topics));
    const letter = await createLetter(person);
    expect(letter.isApproved).toBe(true);
    expect(await actsOn(testApp, letter.id)).toEqual(['memory.created', 'memory.approved']);
    await eventually(async () => told.flat().includes('memories'), 'the news');
  });

  test('audio in a video container, as phones record it, is audio', async () => {
    const person = await createPerson(testApp);
    const bytes = await record('mp4', [...tone, '-c:a', 'aac']);
    const file = { name: 'voice.m4a', contentType: 'audio/x-m4a', bytes };
    expect(await checked(person, await uploadMemory(person, { type: 'audio' }, file))).toMatchObject({
      isApproved: true,
    });
  });

  test('a song with cover art is audio', async () => {
    const person = await createPerson(testApp);
    const options = [...tone, ...moving, '-map', '0:a', '-map', '1:v', '-frames:v', '1', '-c:v', 'png'];
    const bytes = await record('mp3', [...options, '-disposition:v', 'attached_pic', '-c:a', 'libmp3lame']);
    const file = { name: 'song.mp3', contentType: 'audio/mpeg', bytes };
    expect(await checked(person, await uploadMemory(person, { type: 'audio' }, file))).toMatchObject({
      isApproved: true,
    });
  });
});

describe('what pages show of it', () => {
  test('a photo is upright, fits the screen and has no location', async () => {
    const person = await createPerson(testApp);
    const gps = {
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 8/1 0/1' },
      IFD0: { Copyright: 'Kodiak Archive' },
    };
    const bytes = await drawing(3000, 2000).withExif(gps).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const original = await sharp(bytes).metadata();
    expect(original.orientation).toBe(6);
    const memory = await checked(
      person,
      await uploadMemory(person, { type: 'photo' }, { name: 'a.jpg', contentType: 'image/jpeg', bytes }),
    );
    for (const [url, width, height] of [
      [memory.displayUrl, 1365, 2048],
      [memory.thumbnailUrl, 320, 480],
    ] as const) {
      const picture = await fetchPicture(person, url);
      expect(picture).toMatchObject({ width, height });
      expect(picture.exif).toBeUndefined();
      expect(picture.bytes.includes('Kodiak')).toBe(false);
      // Rotated by 90°: the red corner of the upper left is now in the upper right.
      const area = { left: width - 20, top: 4, width: 16, height: 16 };
      const { dominant } = await sharp(await sharp(picture.bytes).extract(area).png().toBuffer()).stats();
      expect(dominant.r).toBeGreaterThan(dominant.g + 60);
    }
    const download = await person.request({ url: memory.fileUrl ?? '' });
    expect(download.rawPayload.equals(bytes)).toBe(true);
  });

  test('an animated picture is shown as an animation of our own, with a still thumbnail', async () => {
    const person = await createPerson(testApp);
    const bytes = await record('gif', [...moving, '-vf', 'scale=120:90']);
    const file = { name: 'waving.gif', contentType: 'image/gif', bytes };
    const memory = await checked(person, await uploadMemory(person, { type: 'photo' }, file));
    expect(memory.isApproved).toBe(true);
    expect(memory.displayUrl).not.toBe(memory.fileUrl);
    const { pages, delay } = await sharp(bytes, { animated: true }).metadata();
    expect(pages).toBe(20);
    const { bytes: shown } = await fetchPicture(person, memory.displayUrl);
    const metadata = await sharp(shown, { animated: true }).metadata();
    expect(metadata).toMatchObject({ width: 120, pageHeight: 90, pages, delay });
    expect((await fetchPicture(person, memory.thumbnailUrl)).pages ?? 1).toBe(1);
    const download = await person.request({ url: memory.fileUrl ?? '' });
    expect(download.rawPayload.equals(bytes)).toBe(true);
  });

  test.each(['avi', 'mov'] as const)(
    'a film as %s gets one that browsers play, without its place',
    async (format) => {
      const person = await createPerson(testApp);
      const place = ['-metadata', 'location=+48.1+011.5/', '-metadata', 'comment=Kodiak'];
      const codecs =
        format === 'mov' ? ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'] : ['-c:v', 'mpeg4'];
      const bytes = await record(format, [...moving, ...tone, '-pix_fmt', 'yuv420p', ...codecs, ...place]);
      const contentType = format === 'mov' ? 'video/quicktime' : 'video/x-msvideo';
      const file = { name: `film.${format}`, contentType, bytes };
      const memory = await withPlayable(person, await uploadMemory(person, { type: 'video' }, file));
      const film = await person.request({ url: memory.displayUrl ?? '' });
      expect(film.headers['content-type']).toBe('video/mp4');
      expect(film.headers['content-disposition']).toContain('film.mp4');
      const made = film.rawPayload;
      expect(made.subarray(4, 8).toString()).toBe('ftyp');
      expect(made.indexOf('moov')).toBeLessThan(made.indexOf('mdat'));
      expect(made.includes('avc1') && made.includes('mp4a')).toBe(true);
      expect(made.includes('+48.1') || made.includes('Kodiak')).toBe(false);
    },
  );

  test('a video recorded by a browser keeps its bytes, gets a duration, and a rendition that all browsers play', async () => {
    const person = await createPerson(testApp);
    const original = await filmFromBrowser();
    const memory = await withPlayable(person, await uploadMemory(person, { type: 'video' }, original));
    expect(memory.durationSeconds).toBeCloseTo(2, 0);
    const file = await person.request({ url: `${memory.fileUrl}&download=1` });
    expect(file.headers['content-type']).toBe('video/webm');
    expect(file.rawPayload.equals(original.bytes)).toBe(true);
    const played = await person.request({ url: memory.displayUrl ?? '' });
    expect(played.headers['content-type']).toBe('video/mp4');
    expect(played.rawPayload.includes('avc1') && played.rawPayload.includes('mp4a')).toBe(true);
  });

  test('ogg audio gets a rendition that all browsers play', async () => {
    const person = await createPerson(testApp);
    const memory = await withPlayable(
      person,
      await uploadMemory(person, { type: 'audio' }, await mediaFiles.audio.ogg()),
    );
    const played = await person.request({ url: memory.displayUrl ?? '' });
    expect(played.headers['content-type']).toBe('audio/mp4');
    expect(played.headers['content-disposition']).toContain('song.m4a');
    expect(played.rawPayload.includes('mp4a')).toBe(true);
    expect(played.rawPayload.includes('avc1')).toBe(false);
  });

  test.each([
    ['video', 'mp4', 'video/mp4', 'birthday.mp4'],
    ['audio', 'mp3', 'audio/mpeg', 'song.mp3'],
    ['audio', 'wav', 'audio/wav', 'song.wav'],
    ['audio', 'm4a', 'audio/mp4', 'song.m4a'],
  ] as const)(
    '%s as %s is played as it is, in a container of ours',
    async (type, format, contentType, name) => {
      const person = await createPerson(testApp);
      const files: Readonly<Record<string, () => Promise<MediaFile>>> = mediaFiles[type];
      const file = await files[format]?.();
      if (!file) throw new Error(`There is no ${format}`);
      const memory = await checked(person, await uploadMemory(person, { type }, file));
      const played = await person.request({ url: memory.displayUrl ?? '' });
      expect(played.headers['content-type']).toBe(contentType);
      expect(played.headers['content-disposition']).toContain(name);
      expect(await readHeader(played.rawPayload)).toEqual(await readHeader(file.bytes));
      const download = await person.request({ url: `${memory.fileUrl}&download=1` });
      expect(download.rawPayload.equals(file.bytes)).toBe(true);
    },
  );
});
