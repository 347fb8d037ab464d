import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

// Real pictures, videos and sound recordings, small enough to be made again by each worker process.

const run = promisify(execFile);

export interface MediaFile {
  name: string;
  contentType: string;
  bytes: Buffer;
}

/** A gradient with a corner in another colour, so that a wrongly rotated picture can be recognised. */
export function drawing(width = 640, height = 480) {
  const corner = {
    create: { width: width / 4, height: height / 4, channels: 3 as const, background: '#d02020' },
  };
  return sharp({ create: { width, height, channels: 3, background: '#3a7a5a' } }).composite([
    { input: corner, left: 0, top: 0 },
  ]);
}

function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** A valid picture with one bit per pixel: a few hundred kilobytes for 2.5 billion pixels. */
export function blackPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(side * (1 + Math.ceil(side / 8)));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const pixels = pngChunk('IDAT', deflateSync(rows, { level: 1 }));
  return Buffer.concat([signature, pngChunk('IHDR', header), pixels, pngChunk('IEND', Buffer.alloc(0))]);
}

/** 64 by 64 pixels, red in the upper left quarter and white elsewhere, as phones write them: no package here has an encoder. */
export const heic = Buffer.from(
  [
    'AAAAGGZ0eXBoZWljAAAAAG1pZjFoZWljAAABKG1ldGEAAAAAAAAAIWhkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAAAAAAAAAAAADnBpdG0AAAAAAAEAAAAeaWxv',
    'YwAAAABEAAABAAEAAAABAAABSAAAAHwAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAKxpcHJwAAAAj2lwY28AAABzaHZjQwEECAAAAJ+o',
    'AAAAAB7wAPz9+PgAAA8DoAABABdAAQwB//8ECAAAAwCfqAAAAwAAHroCQKEAAQAnQgEBBAgAAAMAn6gAAAMAAB6gIIEFlupJMrwFoCAAAAMAIAAAAwMhogAB',
    'AAdEAcFysCJAAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAVaXBtYQAAAAAAAAABAAECgQIAAACEbWRhdAAAABdAAQwB//8ECAAAAwCfqAAAAwAAHroCQAAAACdC',
    'AQEECAAAAwCfqAAAAwAAHqAggQWW6kkyvAWgIAAAAwAgAAADAyEAAAAHRAHBcrAiQAAAACcoAa946wIB/+3R//aT6XthkuvHzWei7idf5/pFBf1Ibf4Eh/u8',
    'oH4=',
  ].join(''),
  'base64',
);

const recorded = new Map<string, Promise<Buffer>>();

/** What ffmpeg writes with `options` into a file with this extension. Created once; each caller gets a copy. */
export async function record(ending: string, options: readonly string[]): Promise<Buffer> {
  const key = JSON.stringify([ending, options]);
  const recording = recorded.get(key) ?? runFfmpeg(ending, options);
  recorded.set(key, recording);
  return Buffer.from(await recording);
}

async function runFfmpeg(ending: string, options: readonly string[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'long-after-media-'));
  try {
    const path = join(folder, `made.${ending}`);
    await run('ffmpeg', ['-nostdin', '-v', 'error', ...options, path]);
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What ffprobe reads in a recording's header: its seconds (null if it does not say) and its codecs. */
export async function readHeader(bytes: Uint8Array): Promise<{ seconds: number | null; codecs: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'long-after-media-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, bytes);
    const options = ['-v', 'error', '-show_entries', 'format=duration:stream=codec_name', '-of', 'json'];
    const { stdout } = await run('ffprobe', [...options, path]);
    const { format, streams }: Header = JSON.parse(stdout);
    const seconds = Number(format?.duration ?? Number.NaN);
    return {
      seconds: Number.isNaN(seconds) ? null : seconds,
      codecs: (streams ?? []).map(({ codec_name: codec }) => codec).sort(),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Header {
  format?: { duration?: string };
  streams?: { codec_name: string }[];
}

export const moving = ['-f', 'lavfi', '-i', 'testsrc2=size=320x240:rate=10:duration=2'];
export const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2'];
const plain = ['-pix_fmt', 'yuv420p'];

const photos = {
  jpeg: async () => ({
    name: 'garden.jpg',
    contentType: 'image/jpeg',
    bytes: await drawing().jpeg().toBuffer(),
  }),
  png: async () => ({
    name: 'garden.png',
    contentType: 'image/png',
    bytes: await drawing().png().toBuffer(),
  }),
  gif: async () => ({
    name: 'garden.gif',
    contentType: 'image/gif',
    bytes: await drawing().gif().toBuffer(),
  }),
  webp: async () => ({
    name: 'garden.webp',
    contentType: 'image/webp',
    bytes: await drawing().webp().toBuffer(),
  }),
};

function film(ending: string, contentType: string, options: readonly string[]) {
  return async () => ({
    name: `birthday.${ending}`,
    contentType,
    bytes: await record(ending, [...moving, ...tone, ...plain, ...options]),
  });
}

function sound(ending: string, contentType: string, options: readonly string[]) {
  return async () => ({
    name: `song.${ending}`,
    contentType,
    bytes: await record(ending, [...tone, ...options]),
  });
}

const webm = ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus'];

/** A video as browsers record it: it is written as it is recorded, and does not say how long it is. */
export const filmFromBrowser = film('webm', 'video/webm', [...webm, '-live', '1', '-f', 'webm']);

const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'];

/** One real file of each accepted format. */
export const mediaFiles = {
  photo: photos,
  video: {
    mp4: film('mp4', 'video/mp4', h264),
    avi: film('avi', 'video/x-msvideo', ['-c:v', 'mpeg4', '-c:a', 'libmp3lame']),
    mov: film('mov', 'video/quicktime', h264),
    webm: film('webm', 'video/webm', webm),
  },
  audio: {
    mp3: sound('mp3', 'audio/mpeg', ['-c:a', 'libmp3lame']),
    wav: sound('wav', 'audio/wav', []),
    ogg: sound('ogg', 'audio/ogg', ['-c:a', 'libvorbis']),
    m4a: sound('m4a', 'audio/mp4', ['-c:a', 'aac']),
  },
} as const;
