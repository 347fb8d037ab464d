/**
 * WOFF 1.0 is an OpenType font with each table compressed. Unwrapping it once means that reading a glyph does not
 * inflate its table each time.
 */
import { inflateSync } from 'node:zlib';

const signature = 0x774f4646;
const woffHeaderBytes = 44;
const woffEntryBytes = 20;
const fontHeaderBytes = 12;
const fontEntryBytes = 16;

interface Table {
  tag: number;
  checksum: number;
  data: Buffer;
}

/** The font in `file` as plain OpenType; anything that is not WOFF is returned unchanged. */
export function unwrapFont(file: Buffer): Buffer {
  if (file.readUInt32BE(0) !== signature) return file;
  const tableCount = file.readUInt16BE(12);
  const tables = Array.from({ length: tableCount }, (_, at) =>
    readTable(file, woffHeaderBytes + at * woffEntryBytes),
  );
  return assemble(file.readUInt32BE(4), tables);
}

function readTable(file: Buffer, entry: number): Table {
  const offset = file.readUInt32BE(entry + 4);
  const storedBytes = file.readUInt32BE(entry + 8);
  const sizeBytes = file.readUInt32BE(entry + 12);
  const stored = file.subarray(offset, offset + storedBytes);
  return {
    tag: file.readUInt32BE(entry),
    checksum: file.readUInt32BE(entry + 16),
    data: storedBytes < sizeBytes ? inflateSync(stored) : stored,
  };
}

function assemble(flavour: number, tables: readonly Table[]): Buffer {
  const power = Math.floor(Math.log2(tables.length));
  const searchRange = 2 ** power * fontEntryBytes;
  const directory = Buffer.alloc(fontHeaderBytes + tables.length * fontEntryBytes);
  directory.writeUInt32BE(flavour, 0);
  directory.writeUInt16BE(tables.length, 4);
  directory.writeUInt16BE(searchRange, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(tables.length * fontEntryBytes - searchRange, 10);
  const parts = [directory];
  let offset = directory.length;
  for (const [at, { tag, checksum, data }] of tables.entries()) {
    const entry = fontHeaderBytes + at * fontEntryBytes;
    directory.writeUInt32BE(tag, entry);
    directory.writeUInt32BE(checksum, entry + 4);
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(data.length, entry + 12);
    const padded = Buffer.concat([data], Math.ceil(data.length / 4) * 4);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}
