import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import {
  type FileFault,
  type FileFaultFound,
  faultIn,
  type HashedFile,
  readCompared,
} from './storage/file-faults.ts';

/** A file for a ZIP. It is opened when its turn comes and read once. */
export interface ZipEntry {
  path: string;
  /** A file of another size fails the ZIP. */
  sizeBytes?: number | undefined;
  /** Useful for text; videos and pictures are already compressed. */
  compress: boolean;
  /** Set for a stored file: if it is missing or damaged, the ZIP does not fail. */
  stored?: HashedFile;
  open(): Promise<Readable>;
}

/** A stored file that is missing from the ZIP, or damaged in it. */
export interface ZipFault {
  path: string;
  fault: FileFault;
}

const readableByAll = 0o100644;

/**
 * A ZIP of `entries` in their order, produced while it is read: one file is open at a time and none is held
 * in memory. The entries from `last` follow, which may report what is wrong with the others. Any other file
 * that cannot be read makes the stream fail.
 */
export function zipStream(
  entries: readonly ZipEntry[],
  modifiedAt: Date,
  {
    fileFaultFound = async () => false,
    last = () => [],
  }: { fileFaultFound?: FileFaultFound; last?: (faults: readonly ZipFault[]) => readonly ZipEntry[] } = {},
): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream;
  if (!(output instanceof Readable)) throw new TypeError('The ZIP cannot be read');
  let current: Readable | undefined;
  output.once('close', () => current?.destroy());
  const faults: ZipFault[] = [];
  const add = async (entry: ZipEntry) => {
    const { path, compress, sizeBytes: size } = entry;
    const file = await openEntry(entry, fileFaultFound, (fault) => faults.push({ path, fault }));
    if (!file) return;
    current = file;
    if (output.destroyed) file.destroy();
    const options = { compress, mtime: modifiedAt, mode: readableByAll };
    zip.addReadStream(file, path, size === undefined ? options : { ...options, size });
    await finished(file);
  };
  const fill = async () => {
    for (const entry of entries) await add(entry);
    for (const entry of last(faults)) await add(entry);
    zip.end();
  };
  const fail = (error: Error) => output.destroy(error);
  zip.on('error', fail);
  fill().catch(fail);
  return output;
}

/** Undefined if a stored file is missing. */
async function openEntry(
  { stored, open }: ZipEntry,
  tell: FileFaultFound,
  found: (fault: FileFault) => void,
): Promise<Readable | undefined> {
  if (!stored) return open();
  const opened: AsyncIterable<Buffer> | undefined = await open().catch(async (error: unknown) => {
    const fault = faultIn(error);
    if (!fault) throw error;
    if (await tell(stored, fault)) return open();
    found(fault);
    return undefined;
  });
  if (!opened) return undefined;
  const compared = readCompared(opened, stored, () => {
    found('damaged');
    void tell(stored, 'damaged');
  });
  return Readable.from(compared, { objectMode: false });
}

/** A text of our own, as UTF-8. */
export function textEntry(path: string, text: string): ZipEntry {
  const bytes = Buffer.from(text);
  return { path, sizeBytes: bytes.length, compress: true, open: async () => Readable.from([bytes]) };
}

/** Explains in plain words which files are missing or damaged; undefined if none are. */
export function faultsEntry(
  faults: readonly ZipFault[],
  nameOf: (path: string) => string,
  supportEmail: string,
): ZipEntry | undefined {
  if (faults.length === 0) return undefined;
  const lines = faults.map(({ path, fault }) =>
    fault === 'missing'
      ? `- ${nameOf(path)}: it could not be put in, because it is missing from our storage.`
      : `- ${path}: it is in here, but it has changed in our storage since it was left. It may not open.`,
  );
  const text = `Not everything in here is as it was left.

${lines.join('\n')}

This is our fault. We have been told, and are looking for good copies. Please download everything again in a
few days, or write to ${supportEmail}.
`;
  return textEntry('Please read - what is missing.txt', text);
}
