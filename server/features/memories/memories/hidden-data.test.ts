import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { FileMemoryType, Memory } from '../../../../shared/memories/memories.ts';
import { startTestApp } from '../../../../test/app.ts';
import { checkMemory } from '../../../../test/check-memory.ts';
import { createPerson, uploadMemory } from '../../../../test/factories.ts';
import { drawing, type MediaFile, moving, readHeader, record, tone } from '../../../../test/media.ts';
import { runTool } from '../../../platform/media/tool.ts';

// The original keeps its metadata. What pages show of it reveals nothing about where it was made.

const testApp = await startTestApp();

const marks = ['Kodiak', '+48.1', '48.1370', 'GPSLatitude', 'EXIF', 'XMP '];
const place = [
  ...['-metadata', 'location=+48.1370+011.5750/'],
  ...['-metadata', 'location-eng=+48.1370+011.5750/'],
  ...['-metadata', 'com.apple.quicktime.location.ISO6709=+48.1370+011.5750/'],
  ...[
    '-metadata',
    'com.apple.quicktime.make=Kodiak',
    '-metadata',
    'comment=Kodiak',
    '-metadata',
    'artist=Kodiak',
  ],
  ...['-metadata:s:0', 'handler_name=Kodiak'],
];

/** Every rendition that pages show of a memory, by name. */
async function renditionsOf(type: FileMemoryType, file: MediaFile): Promise<Map<string, Buffer>> {
  const person = await createPerson(testApp);
  const { id } = await uploadMemory(person, { type }, file);
  await checkMemory(testApp.services, { memoryId: id, revision: 1 });
  const memory = (await person.request({ url: `/api/memories/${id}` })).json<Memory>();
  expect(memory).toMatchObject({ isApproved: true, heldReason: null });
  const found = new Map<string, Buffer>();
  for (const [name, url] of Object.entries({ display: memory.displayUrl, thumbnail: memory.thumbnailUrl }))
    if (url && url !== memory.fileUrl) found.set(name, (await person.request({ url })).rawPayload);
  return found;
}

function expectNoMark(bytes: Buffer): void {
  const text = bytes.toString('latin1');
  expect(marks.filter((mark) => text.includes(mark))).toEqual([]);
}

/** Inserts a JPEG segment with this marker before the others. */
function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

const xmp =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,8.22N" exif:Camera="Kodiak"/></rdf:RDF></x:xmpmeta>';
const gps = {
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 8/1 13/1' },
  IFD0: { Copyright: 'Kodiak', Make: 'Kodiak' },
};

async function photoWithEverything(): Promise<Buffer> {
  const jpeg = await drawing().withExif(gps).withXmp(xmp).jpeg().toBuffer();
  const commented = withSegment(jpeg, 0xfe, Buffer.from('Kodiak, at home'));
  const withIptc = withSegment(commented, 0xed, Buffer.from('Photoshop 3.0\x008BIM\x04\x04Kodiak'));
  // What phones append after the last pixel (a second picture, a short video) must not be in any rendition either.
  return Buffer.concat([withIptc, Buffer.from('Kodiak +48.1370')]);
}

describe('a photo', () => {
  test('security 42: has location, camera, comments and appended data in the original only', async () => {
    const bytes = await photoWithEverything();
    expect(marks.filter((mark) => bytes.includes(mark))).toEqual(
      expect.arrayContaining(['Kodiak', 'GPSLatitude']),
    );
    const found = await renditionsOf('photo', { name: 'a.jpg', contentType: 'image/jpeg', bytes });
    expect([...found.keys()]).toEqual(['display', 'thumbnail']);
    for (const picture of found.values()) {
      expectNoMark(picture);
      const { exif, xmp: kept, iptc, orientation } = await sharp(picture).metadata();
      expect([exif, kept, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    }
  });

  // Where the upper left corner of the stored picture is shown, by EXIF orientation.
  test.each([
    [1, 'left', 'top'],
    [2, 'right', 'top'],
    [3, 'right', 'bottom'],
    [4, 'left', 'bottom'],
    [5, 'left', 'top'],
    [6, 'right', 'top'],
    [7, 'right', 'bottom'],
    [8, 'left', 'bottom'],
  ] as const)('held as number %i is shown with its corner %s %s', async (orientation, side, end) => {
    const bytes = await drawing(320, 240).withMetadata({ orientation }).jpeg().toBuffer();
    for (const picture of (
      await renditionsOf('photo', { name: 'a.jpg', contentType: 'image/jpeg', bytes })
    ).values()) {
      const { width, height } = await sharp(picture).metadata();
      expect(width > height).toBe(orientation < 5);
      const left = side === 'left' ? 4 : width - 20;
      const top = end === 'top' ? 4 : height - 20;
      const corner = await sharp(picture).extract({ left, top, width: 16, height: 16 }).png().toBuffer();
      const { dominant } = await sharp(corner).stats();
      expect(dominant.r).toBeGreaterThan(dominant.g + 60);
    }
  });
});

/** Three frames of different durations. */
async function animation() {
  const frames = ['#3a7a5a', '#d02020', '#2030c0'].map(
    (background) => ({ create: { width: 160, height: 120, channels: 3, background } }) as const,
  );
  const images = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()));
  return sharp(images, { join: { animated: true } });
}
const delay = [70, 120, 200];

/** A GIF with a comment, and with XMP as camera software adds it. */
async function gifWithComment(): Promise<Buffer> {
  const gif = await (await animation()).gif({ delay, loop: 2 }).toBuffer();
  const block = (text: string) => Buffer.from(`${String.fromCharCode(text.length)}${text}`, 'latin1');
  const comment = [Buffer.from([0x21, 0xfe]), block('Kodiak, at home: +48.1370'), Buffer.from([0])];
  const application = [
    Buffer.from([0x21, 0xff]),
    block('XMP DataXMP'),
    block('exif:GPSLatitude Kodiak'),
    Buffer.from([0]),
  ];
  return Buffer.concat([gif.subarray(0, -1), ...comment, ...application, Buffer.from(';')]);
}

async function webpWithPlace(orientation: number): Promise<Buffer> {
  const described = (await animation()).withExif(gps).withXmp(xmp).withMetadata({ orientation });
  return await described.webp({ delay, loop: 2 }).toBuffer();
}

describe('an animated picture', () => {
  test.each([
    ['gif', gifWithComment],
    ['webp', () => webpWithPlace(1)],
  ] as const)('as %s still moves, without its place, camera and comments', async (format, make) => {
    const bytes = await make();
    expect(marks.filter((mark) => bytes.includes(mark))).toEqual(expect.arrayContaining(['Kodiak', 'XMP ']));
    const file = { name: `a.${format}`, contentType: `image/${format}`, bytes };
    const found = await renditionsOf('photo', file);
    expect([...found.keys()]).toEqual(['display', 'thumbnail']);
    for (const picture of found.values()) expectNoMark(picture);
    const shown = sharp(found.get('display'), { animated: true });
    expect(await shown.metadata()).toMatchObject({ width: 160, pageHeight: 120, pages: 3, delay, loop: 2 });
  });

  test('that is rotated is shown as a still rather than reveal where it was made', async () => {
    const file = { name: 'a.webp', contentType: 'image/webp', bytes: await webpWithPlace(6) };
    const found = await renditionsOf('photo', file);
    expect([...found.keys()]).toEqual(['display', 'thumbnail']);
    for (const picture of found.values()) expectNoMark(picture);
    const { width, height, pages = 1 } = await sharp(found.get('display'), { animated: true }).metadata();
    expect([width, height, pages]).toEqual([120, 160, 1]);
  });
});

/** The metadata that ffprobe finds in a file. */
async function tagsOf(bytes: Buffer, ending: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'long-after-tags-'));
  try {
    const path = join(folder, `made.${ending}`);
    await writeFile(path, bytes);
    const options = ['-v', 'error', '-show_entries', 'format_tags:stream_tags:chapters', '-of', 'json', path];
    const limits = { seconds: 20, memoryBytes: 2 ** 31, outputBytes: 1_000_000 };
    return (await runTool('ffprobe', options, limits, { reads: [path] })).toString();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('a video', () => {
  const tags = ['-movflags', 'use_metadata_tags', ...place];
  test.each([
    ['mov', 'video/quicktime', ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac']],
    ['mp4', 'video/mp4', ['-c:v', 'mpeg4', '-c:a', 'aac']],
    // Plays everywhere unchanged, and is what most phones record.
    ['mp4', 'video/mp4', ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac']],
    ['avi', 'video/x-msvideo', ['-c:v', 'mpeg4', '-c:a', 'libmp3lame']],
  ])(
    'security 42: as %s: the one that is shown, and its still, have lost the place',
    async (ending, contentType, codecs) => {
      const options = [...moving, ...tone, '-pix_fmt', 'yuv420p', ...codecs];
      const bytes = await record(ending, [...options, ...(ending === 'avi' ? place : tags)]);
      expect(bytes.includes('Kodiak')).toBe(true);
      const found = await renditionsOf('video', { name: `a.${ending}`, contentType, bytes });
      expect([...found.keys()]).toEqual(['display', 'thumbnail']);
      for (const rendition of found.values()) expectNoMark(rendition);
      expect(await tagsOf(found.get('display') ?? Buffer.alloc(0), 'mp4')).not.toMatch(
        /location|Kodiak|48\.13/i,
      );
    },
  );
});

/** A box in which cameras and editors write XMP. */
function xmpBox(): Buffer {
  const content = Buffer.concat([Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'), Buffer.from(xmp)]);
  const head = Buffer.from('\0\0\0\0uuid', 'latin1');
  head.writeUInt32BE(content.length + head.length);
  return Buffer.concat([head, content]);
}

test('security 42: a video that plays everywhere as it is has lost its XMP box, text track and timecode', async () => {
  const text = Buffer.from('1\n00:00:00,000 --> 00:00:01,000\nGPSLatitude 48.1370, Kodiak\n').toString(
    'base64',
  );
  const streams = [...moving, ...tone, '-f', 'srt', '-i', `data:text/plain;base64,${text}`];
  const codecs = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-c:s',
    'mov_text',
  ];
  const film = await record('mp4', [...streams, ...codecs, '-timecode', '01:02:03:04']);
  const bytes = Buffer.concat([film, xmpBox()]);
  expect((await readHeader(bytes)).codecs).toEqual(expect.arrayContaining(['aac', 'h264', 'mov_text']));
  expect(bytes.includes('Kodiak') && bytes.includes('tmcd')).toBe(true);
  const found = await renditionsOf('video', { name: 'a.mp4', contentType: 'video/mp4', bytes });
  const shown = found.get('display') ?? Buffer.alloc(0);
  expectNoMark(shown);
  expect((await readHeader(shown)).codecs).toEqual(['aac', 'h264']);
  expect(['uuid', 'tmcd', 'tx3g', 'xmpmeta', 'Lavf'].filter((box) => shown.includes(box))).toEqual([]);
});

test.each([
  ['mp3', 'audio/mpeg', ['-c:a', 'libmp3lame', ...place.slice(0, -2)]],
  ['wav', 'audio/wav', ['-metadata', 'comment=Kodiak +48.1370']],
  ['ogg', 'audio/ogg', ['-c:a', 'libvorbis', ...place.slice(0, -2)]],
  ['m4a', 'audio/mp4', ['-c:a', 'aac', '-f', 'mp4', '-movflags', 'use_metadata_tags', ...place]],
])(
  'security 42: a sound as %s has lost the place in what is played',
  async (ending, contentType, options) => {
    const bytes = await record(ending, [...tone, ...options]);
    expect(bytes.includes('Kodiak')).toBe(true);
    const found = await renditionsOf('audio', { name: `a.${ending}`, contentType, bytes });
    expect([...found.keys()]).toEqual(['display']);
    for (const rendition of found.values()) expectNoMark(rendition);
  },
);
