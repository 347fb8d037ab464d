import { open } from 'node:fs/promises';
import { headBytes } from './head-check.ts';

/** The first bytes of the file at `path`, as many as `sniff` can use. */
export async function readHead(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The file type that the first bytes indicate, as a common extension such as `jpg`; undefined when unknown. */
export async function sniff(head: Buffer): Promise<string | undefined> {
  // Loaded with the first file.
  const { fileTypeFromBuffer } = await import('file-type');
  try {
    return (await fileTypeFromBuffer(head))?.ext;
  } catch {
    // The detector throws on malformed headers; such a file has no known type.
    return undefined;
  }
}
