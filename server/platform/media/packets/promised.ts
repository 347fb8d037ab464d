import type { Container } from '../recordings.ts';

// What a recording says about its length. WAV and WebM state their size in bytes, MP3 the number of frames, and an OGG
// ends with a page; for MP4 and MOV the packets themselves show whether some are missing.

/** Enough for the headers below. */
export const headerBytes = 1024;

/** Recorders that write into a pipe do not know the size yet, and write a very large one. */
const unknownWavBytes = 0x7ff0_0000;
/** Some count the first eight bytes twice. */
const wavToleranceBytes = 16;

/** The size in bytes that a WAV or WebM file states, if it does. */
export function promisedBytes(container: Container, head: Buffer): number | undefined {
  if (container === 'wav') {
    const bytes = head.length >= 12 ? head.readUInt32LE(4) : unknownWavBytes;
    return bytes < unknownWavBytes ? bytes + 8 - wavToleranceBytes : undefined;
  }
  return container === 'matroska' ? webmBytes(head) : undefined;
}

const ebml = 0x1a45_dfa3;
const segment = 0x1853_8067;

/** A WebM file is a short header and one segment, which contains everything else. */
function webmBytes(head: Buffer): number | undefined {
  const header = readElement(head, 0, ebml);
  const body = header?.end !== undefined ? readElement(head, header.end, segment) : undefined;
  return body?.end;
}

/** Undefined unless an element with this id begins at `at`; its end is undefined if its size is unknown. */
function readElement(head: Buffer, at: number, id: number): { end: number | undefined } | undefined {
  const first = head[at + 4];
  if (!first || at + 12 > head.length || head.readUInt32BE(at) !== id) return undefined;
  const bytes = Math.clz32(first) - 23;
  const [, ...others] = head.subarray(at + 4, at + 4 + bytes);
  const size = others.reduce((sum, byte) => sum * 256 + byte, first & (0xff >> bytes));
  const isKnown = Number.isSafeInteger(size) && size < 2 ** (7 * bytes) - 1;
  return { end: isKnown ? at + 4 + bytes + size : undefined };
}

/** The longest possible page of an OGG. */
export const oggPageMaxBytes = 65_307;
const oggHeaderBytes = 27;

/** Where the last page of an OGG ends, in bytes from the start of `tail`, which is the end of the file. */
export function lastPageEnd(tail: Buffer): number {
  const at = tail.lastIndexOf('OggS');
  if (at < 0 || at + oggHeaderBytes > tail.length) return Number.POSITIVE_INFINITY;
  const segments = tail[at + oggHeaderBytes - 1] ?? 0;
  const sizes = tail.subarray(at + oggHeaderBytes, at + oggHeaderBytes + segments);
  return sizes.reduce((sum, bytes) => sum + bytes, at + oggHeaderBytes + segments);
}

/** The number of bytes of the tag before the first frame of an MP3. */
export function mp3TagBytes(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  return 10 + head.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
}

const hasFrameCount = 1;

/** The number of frames that the first frame of an MP3 states, if it does. `head` begins after the tag. */
export function promisedFrames(head: Buffer): number | undefined {
  const text = head.toString('latin1', 0, 200);
  const at = Math.max(text.indexOf('Xing'), text.indexOf('Info'));
  if (at < 0 || at + 12 > head.length || !(head.readUInt32BE(at + 4) & hasFrameCount)) return undefined;
  return head.readUInt32BE(at + 8);
}
