import type Sharp from 'sharp';
import { loadOnce } from '../cached.ts';

/** libvips takes 30 MB of memory, so it is loaded with the first picture. */
export const loadSharp = loadOnce(async (): Promise<typeof Sharp> => {
  const { default: sharp } = await import('sharp');
  // libvips would keep recent files open and their pixels in memory, even of deleted files.
  sharp.cache(false);
  return sharp;
});
