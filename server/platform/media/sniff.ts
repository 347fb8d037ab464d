import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
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

/** What the first bytes of a file say that it is, as a common ending such as `jpg`; undefined when they say nothing. */
export async function sniff(head: Buffer): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(head))?.ext;
  } catch {
    // Broken headers make the detector stumble; that is an answer too.
    return undefined;
  }
}
