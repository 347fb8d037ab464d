import { createReadStream } from 'node:fs';

// A valid picture or video can be something else as well: an archive after the last pixel, a page in a comment, a
// program at the end. The signatures below do not occur by chance in pixels and sound (they are six bytes or longer,
// or have structure), so photos with trailing data, as phones write them, pass.

const chunkBytes = 256 * 1024;
const overlapBytes = 512;

interface Signature {
  what: string;
  /** Matched anywhere in the file. */
  texts: readonly string[];
  pattern?: RegExp;
}

const pdfDocument = 'a PDF document';

const signatures: readonly Signature[] = [
  {
    what: 'a web page or script',
    texts: [],
    pattern:
      /<script[\s/>]|<html[\s/>]|<!doctype html|<iframe[\s/>]|<svg(>|[\s/]+[a-z:]+\s*=)|<\?php\s|<[a-z]+[\s/][^<>]{0,200}\bon[a-z]{4,}\s*=|\bjavascript:/i,
  },
  { what: pdfDocument, texts: [], pattern: /%PDF-\d\.\d/ },
  {
    what: 'a program',
    texts: [
      'This program cannot be run in DOS mode',
      '\x7fELF\x01\x01\x01',
      '\x7fELF\x02\x01\x01',
      '#!/bin/',
      '#!/usr/bin/',
    ],
  },
  { what: 'an archive', texts: ['Rar!\x1a\x07', '7z\xbc\xaf\x27\x1c'] },
];

/** The start of a script hidden in the header of a picture: it opens a comment or a string. */
const scriptInHeader = /^((GIF8[79]a|\xff\xd8\xff[\xe0-\xef]|RIFF)\/\*|GIF8[79]a=['"\d[{(])/;

/** What else a file (a path or its bytes) is besides its declared format; undefined when nothing. Reads all of it. */
export async function findDisguise(source: string | Buffer, declared?: 'pdf'): Promise<string | undefined> {
  const sought = signatures.filter(({ what }) => declared !== 'pdf' || what !== pdfDocument);
  let before = '';
  let end: Buffer = Buffer.alloc(0);
  for await (const chunk of chunksOf(source)) {
    const text = before + chunk.toString('latin1');
    if (before === '' && scriptInHeader.test(text)) return 'a web page or script';
    const plain = withoutZeros(text);
    const found = sought.find((signature) => matches(plain, signature));
    if (found) return found.what;
    before = text.slice(-overlapBytes);
    end = lastBytes(Buffer.concat([end, chunk]));
  }
  return isZipEnd(end) ? 'an archive' : undefined;
}

function chunksOf(source: string | Buffer): Iterable<Buffer> | AsyncIterable<Buffer> {
  return typeof source === 'string' ? createReadStream(source, { highWaterMark: chunkBytes }) : [source];
}

/** In UTF-16 every other byte of a script is zero. */
const withoutZeros = (text: string) => text.replaceAll('\0', '');

function matches(text: string, { texts, pattern }: Signature): boolean {
  return texts.some((found) => text.includes(found)) || Boolean(pattern?.test(text));
}

/** The end record of a ZIP archive and the longest comment that may follow it. */
const zipEndMaxBytes = 65_535 + 22;
const zipEnd = Buffer.from('PK\x05\x06', 'latin1');

function lastBytes(bytes: Buffer): Buffer {
  return bytes.length > zipEndMaxBytes ? bytes.subarray(-zipEndMaxBytes) : bytes;
}

/** Unpackers search for the end record from the back, whatever precedes the archive. */
function isZipEnd(end: Buffer): boolean {
  for (let at = end.lastIndexOf(zipEnd); at >= 0; at = at === 0 ? -1 : end.lastIndexOf(zipEnd, at - 1)) {
    const commentBytes = at + 22 <= end.length ? end.readUInt16LE(at + 20) : Number.POSITIVE_INFINITY;
    if (at + 22 + commentBytes <= end.length && end.readUInt16LE(at + 4) === 0) return true;
  }
  return false;
}
