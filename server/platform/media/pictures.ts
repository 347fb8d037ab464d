import { loadSharp } from './sharp.ts';

// Decodes and renders photos with libvips. Files are untrusted: the number of pixels and frames is bounded before any
// is decoded, and every decoder has a time limit.

/** The largest phone sensor has 200 million. */
const maxPixels = 268_402_689;
const maxFrames = 1_000;
const maxPixelsOfAllFrames = 1_000_000_000;
const decodeSeconds = 60;
const drawSeconds = 20;
/** An animation is encoded frame by frame, so its dimensions are chosen by the total number of pixels. */
const maxDrawnPixelsOfAllFrames = 100_000_000;
const animateSeconds = 180;

/** A decoded picture: upright, in sRGB, as raw pixels, without any metadata. */
export interface Picture {
  pixels: Buffer;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
  isAnimated: boolean;
}

/** Larger than any real photo: not worth the memory to decode it. */
export class PictureTooLargeError extends Error {
  override readonly name = 'PictureTooLargeError';
}

/**
 * Decodes a whole picture (a path or its bytes) with every frame, scaled so that no side exceeds `longestSide`.
 * Throws PictureTooLargeError, or libvips' own error when it is damaged or not of `format`.
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

/** Small, because all that matters is whether the frames decode. */
async function decodeAllFrames(source: string | Buffer): Promise<void> {
  const sharp = await loadSharp();
  await sharp(source, { failOn: 'error', limitInputPixels: maxPixelsOfAllFrames, pages: -1 })
    .resize({ width: 32 })
    .raw()
    .timeout({ seconds: decodeSeconds })
    .toBuffer();
}

/** Encodes a picture as WebP, with no side longer than `longestSide`. */
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
 * Re-encodes an animated picture as an animated WebP with the same frames and delays and no metadata, no side
 * longer than `longestSide`; the more frames, the smaller. Throws libvips' own error if that is impossible,
 * as for one rotated by its EXIF data.
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
