import { crc32, inflateRawSync } from 'node:zlib';

const endSize = 22;
const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const deflated = 8;

/** The files of a ZIP by their paths, as any program reads them: from its directory, each verified against its checksum. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - endSize;
  if (zip.readUInt32LE(end) !== endMark) throw new Error('This is no whole ZIP');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let entry = 0; entry < zip.readUInt16LE(end + 10); entry++) {
    if (zip.readUInt32LE(at) !== entryMark) throw new Error('The directory of the ZIP is broken');
    const nameLength = zip.readUInt16LE(at + 28);
    const path = zip.subarray(at + 46, at + 46 + nameLength).toString('utf8');
    const bytes = contentAt(
      zip,
      zip.readUInt32LE(at + 42),
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 10),
    );
    if (crc32(bytes) !== zip.readUInt32LE(at + 16)) throw new Error(`${path} is damaged`);
    files.set(path, bytes);
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

function contentAt(zip: Buffer, header: number, sizeBytes: number, method: number): Buffer {
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  const stored = zip.subarray(start, start + sizeBytes);
  return method === deflated ? inflateRawSync(stored) : stored;
}
