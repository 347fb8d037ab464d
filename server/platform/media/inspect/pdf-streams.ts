import { inflateSync } from 'node:zlib';
import { PdfFaultError, readDictionary } from './pdf-tokens.ts';

// Finds the streams of a PDF and unpacks those that contain objects. The sender controls every byte, so no byte is
// looked at more than a few times, and unusual notation is refused instead of interpreted: another viewer may interpret
// it differently.

/** No paper has more. */
const streamsAtMost = 20_000;
const objectsMaxBytes = 16 * 1024 ** 2;
/** A page scanned in colour with 600 dots per inch has 100 MB. */
const streamMaxBytes = 256 * 1024 ** 2;
const allStreamsMaxBytes = 512 * 1024 ** 2;

interface Stream {
  /** The tokens of its dictionary; names with their slash, and without escapes. */
  tokens: string[];
  /** Where its bytes begin. */
  start: number;
}

/** The contents of a PDF's object streams, as text. Throws PdfFaultError if they are ambiguous or too large. */
export function unpackObjects(bytes: Buffer, text: string): string[] {
  const unpacked: string[] = [];
  let total = 0;
  for (const { tokens, start } of findStreams(text)) {
    const packed = bytes.subarray(start);
    if (tokens.filter((token) => isFlate(token)).length > 1) throw new PdfFaultError('odd');
    if (holdsObjects(tokens)) {
      if (!isPlainlyPacked(tokens)) throw new PdfFaultError('odd');
      if (tokens.some(isFlate)) unpacked.push(inflate(packed, objectsMaxBytes).toString('latin1'));
    } else if (tokens.some(isFlate)) {
      total += sizeOf(packed);
      if (total > allStreamsMaxBytes) throw new PdfFaultError('odd');
    }
  }
  return unpacked;
}

/** Viewers tell an object stream by its type, or by the offset of its first object alone. */
const holdsObjects = (tokens: string[]) => tokens.includes('/ObjStm') || tokens.includes('/First');
const isFlate = (token: string) => token === '/FlateDecode' || token === '/Fl';

/** Whether it is uncompressed or compressed in the usual way, and not stored elsewhere. */
function isPlainlyPacked(tokens: string[]): boolean {
  if (['/F', '/DP', '/DecodeParms', '/FFilter'].some((key) => tokens.includes(key))) return false;
  const at = tokens.indexOf('/Filter');
  if (at < 0) return !tokens.some(isFlate);
  const [value = '', inList = '', end] = tokens.slice(at + 1);
  const isOne = isFlate(value) || (value === '[' && isFlate(inList) && end === ']');
  return isOne && tokens.lastIndexOf('/Filter') === at;
}

function inflate(packed: Buffer, maxOutputLength: number): Buffer {
  try {
    return inflateSync(packed, { maxOutputLength });
  } catch {
    throw new PdfFaultError('odd');
  }
}

/** The unpacked size of a stream; 0 if it does not unpack, in which case viewers skip it. */
function sizeOf(packed: Buffer): number {
  try {
    return inflateSync(packed, { maxOutputLength: streamMaxBytes }).length;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? streamMaxBytes + 1 : 0;
  }
}

const landmarks =
  /(\d[\0\t\n\f\r ]{1,20}\d{1,10}[\0\t\n\f\r ]{1,20}obj)|(?<![a-zA-Z])stream(?=[\0\t\n\f\r %/<>()[\]{}])/g;
/** How far before an object we look for a comment that contains it. */
const lineCharacters = 1000;

/**
 * Every stream of the file: the keyword that follows the beginning of an object with nothing but its dictionary in
 * between. A later `stream` is part of its bytes, unless an object in unusual notation begins between them.
 */
function findStreams(text: string): Stream[] {
  const streams: Stream[] = [];
  let object: number | undefined;
  let passed = 0;
  for (const { index, 0: found, 1: opening } of text.matchAll(landmarks)) {
    const end = index + found.length;
    if (opening) {
      object = standsInComment(text, index) ? undefined : end;
      passed = object ?? passed;
      continue;
    }
    if (object !== undefined) {
      const tokens = readDictionary(text.slice(object, index));
      if (!tokens || streams.length >= streamsAtMost) throw new PdfFaultError('odd');
      streams.push({ tokens, start: afterLine(text, end) });
    } else if (/(?<!end)obj/.test(text.slice(passed, index))) throw new PdfFaultError('odd');
    object = undefined;
    passed = end;
  }
  return streams;
}

function standsInComment(text: string, at: number): boolean {
  const [line = ''] = text
    .slice(Math.max(0, at - lineCharacters), at)
    .split(/[\r\n]/)
    .slice(-1);
  return line.includes('%');
}

/** The bytes of a stream begin on the line after the keyword. */
function afterLine(text: string, at: number): number {
  const [rest] = /^[^\r\n]*(\r\n|\r|\n)/.exec(text.slice(at, at + lineCharacters)) ?? [];
  if (rest === undefined) throw new PdfFaultError('odd');
  return at + rest.length;
}
