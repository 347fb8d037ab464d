import type Sharp from 'sharp';

let loading: Promise<typeof Sharp> | undefined;

/** libvips takes 30 MB of memory, so it is loaded with the first picture. */
export function loadSharp(): Promise<typeof Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // libvips would keep recent files open and their pixels in memory, even of deleted files.
    sharp.cache(false);
    return sharp;
  });
  return loading;
}
