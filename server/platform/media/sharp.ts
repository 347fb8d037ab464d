import type Sharp from 'sharp';

let loading: Promise<typeof Sharp> | undefined;

/** libvips takes 30 MB: loaded with the first picture. */
export function loadSharp(): Promise<typeof Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // libvips would keep the last files open and their pixels in memory, those of deleted files too.
    sharp.cache(false);
    return sharp;
  });
  return loading;
}
