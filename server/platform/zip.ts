import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file for a ZIP. It is opened when its turn comes and read once. */
export interface ZipEntry {
  path: string;
  sizeBytes: number;
  /** Useful for text; videos and pictures are already compressed. */
  compress: boolean;
  open(): Promise<Readable>;
}

const readableByAll = 0o100644;

/**
 * A ZIP of `entries` in their order, produced while it is read: one file is open at a time and none is held in
 * memory. A file that cannot be read, or whose size differs from `sizeBytes`, fails the stream.
 */
export function zipStream(entries: readonly ZipEntry[], modifiedAt: Date): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream;
  if (!(output instanceof Readable)) throw new TypeError('The ZIP cannot be read');
  let current: Readable | undefined;
  const fail = (error: Error) => output.destroy(error);
  output.once('close', () => current?.destroy());
  zip.on('error', fail);
  for (const { path, sizeBytes, compress, open } of entries) {
    const options = { size: sizeBytes, compress, mtime: modifiedAt, mode: readableByAll };
    zip.addReadStreamLazy(path, options, (begin) => {
      open().then((file) => {
        current = file.on('error', fail);
        if (output.destroyed) file.destroy();
        else begin(null, file);
      }, fail);
    });
  }
  zip.end();
  return output;
}

/** A text of our own, as UTF-8. */
export function textEntry(path: string, text: string): ZipEntry {
  const bytes = Buffer.from(text);
  return { path, sizeBytes: bytes.length, compress: true, open: async () => Readable.from([bytes]) };
}
