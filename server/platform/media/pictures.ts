import { loadSharp } from './sharp.ts';

// Decoding and drawing of photos by libvips. Files come from anybody: the number of pixels and frames is bounded
// before a single one is decoded, and every decoder has an end to its time.

/** The largest sensor in a telephone has 200 million. */
const maxPixels = 268_402_689;
const maxFrames = 1_000;
const maxPixelsOfAllFrames = 1_000_000_000;
const decodeSeconds = 60;
const drawSeconds = 20;
/** An animation is encoded frame by frame, so that its size on the page is chosen by how many pixels that makes. */
const maxDrawnPixelsOfAllFrames = 100_000_000;
const animateSeconds = 180;

/** A decoded picture: upright, in sRGB, as raw pixels. Nothing else of the file is in it. */
export interface Picture {
  pixels: Buffer;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
  isAnimated: boolean;
}

/** Larger than anybody's photo: not worth the memory to find out what is in it. */
export class PictureTooLargeError extends Error {
  override readonly name = 'PictureTooLargeError';
}

/**
 * Decodes a picture, given as a path or as its bytes, whole, and every frame of it, and hands it out with no side longer than `longestSide`.
 * Throws PictureTooLargeError, or libvips' own error when it is damaged or no picture of `format`.
 */
export async function decodePicture(
  source: string | Buffer,
  format: string,
  longestSide: number,
): Promise<Picture> {
  const { format: found, frames } = await measure(source);
  if (found !== format) throw new Error(`The picture is ${found}, not ${format}`);
  if (frames > 1) await decodeAllFrames(source);
  const sharp = await loadSharp();
  const { data, info } = await sharp(source, { failOn: 'error', limitInputPixels: maxPixels })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .timeout({ seconds: decodeSeconds })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { pixels: data, width, height, channels, isAnimated: frames > 1 };
}

interface Measures {
  format: string;
  width: number;
  height: number;
  frames: number;
}

async function measure(source: string | Buffer): Promise<Measures> {
  const sharp = await loadSharp();
  const {
    format,
    width,
    height,
    pageHeight,
    pages = 1,
  } = await sharp(source, { limitInputPixels: false }).metadata();
  const pixels = width * (pageHeight ?? height);
  if (pixels > maxPixels || pages > maxFrames || pixels * pages > maxPixelsOfAllFrames) {
    throw new PictureTooLargeError(`${width} x ${height} pixels, ${pages} frames`);
  }
  return { format, width, height: pageHeight ?? height, frames: pages };
}

/** Small, since only whether they decode is of interest. */
async function decodeAllFrames(source: string | Buffer): Promise<void> {
  const sharp = await loadSharp();
  await sharp(source, { failOn: 'error', limitInputPixels: maxPixelsOfAllFrames, pages: -1 })
    .resize({ width: 32 })
    .raw()
    .timeout({ seconds: decodeSeconds })
    .toBuffer();
}

/** Draws a picture as WebP, with no side longer than `longestSide`. */
export async function drawPicture(
  { pixels, width, height, channels }: Picture,
  longestSide: number,
): Promise<Buffer> {
  const sharp = await loadSharp();
  return await sharp(pixels, { raw: { width, height, channels }, limitInputPixels: maxPixels })
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .timeout({ seconds: drawSeconds })
    .toBuffer();
}

/**
 * Draws an animated picture as an animated WebP with the same frames and delays and nothing else of the file in it, no
 * side longer than `longestSide`; the more frames there are, the smaller. Throws libvips' own error where that cannot
 * be done, as for one that lies on its side.
 */
export async function drawAnimation(path: string, longestSide: number): Promise<Buffer> {
  const { width, height, frames } = await measure(path);
  const sharp = await loadSharp();
  const shrink = Math.sqrt(maxDrawnPixelsOfAllFrames / (width * height * frames));
  const side = Math.max(1, Math.min(longestSide, Math.floor(Math.max(width, height) * shrink)));
  return await sharp(path, { limitInputPixels: maxPixelsOfAllFrames, animated: true })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82, effort: 2 })
    .timeout({ seconds: animateSeconds })
    .toBuffer();
}
