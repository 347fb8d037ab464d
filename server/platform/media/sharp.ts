import type Sharp from 'sharp';

let loading: Promise<typeof Sharp> | undefined;

/**
 * libvips takes 30 MB of memory, so it is loaded with the first picture; after a failure it is loaded again. In a file
 * of its own, since a media process may read nothing outside this folder.
 */
export function loadSharp(): Promise<typeof Sharp> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  // libvips would keep recent files open and their pixels in memory, even of deleted files.
  sharp.cache(false);
  return sharp;
}
