import { Console } from 'node:console';
import { decodePicture, drawPicture, type Picture, PictureTooLargeError } from '../pictures.ts';
import { loadSharp } from '../sharp.ts';

/** The side of a preview, in pixels. */
const previewSide = 400;
/** Limit for a HEIC, which is decoded in memory as a whole: the largest phone sensors write 48 million. */
const heicMaxPixels = 50_000_000;
const jpegQuality = 88;

export type PictureFormat = 'jpeg' | 'png' | 'heic';

/** Decodes a picture to its end, and draws it small as WebP. Throws PictureTooLargeError, or the decoder's own error. */
export async function drawPreview(bytes: Buffer, format: PictureFormat): Promise<Buffer> {
  const picture =
    format === 'heic' ? await decodeHeic(bytes) : await decodePicture(bytes, format, previewSide);
  return drawPicture(picture, previewSide);
}

/** A HEIC as JPEG, upright and in its full size, without metadata. */
export async function convertHeic(bytes: Buffer): Promise<Buffer> {
  const { pixels, width, height, channels } = await decodeHeic(bytes);
  const sharp = await loadSharp();
  return await sharp(pixels, { raw: { width, height, channels } })
    .flatten({ background: 'white' })
    .jpeg({ quality: jpegQuality })
    .toBuffer();
}

/** Uses libheif as WebAssembly, since most builds of libvips, ours included, lack the codec. */
async function decodeHeic(buffer: Buffer): Promise<Picture> {
  // The library prints messages to standard output, which is reserved for the result.
  globalThis.console = new Console(process.stderr);
  const { default: decode } = await import('heic-decode');
  const images = await decode.all({ buffer });
  const [image] = images;
  if (!image) throw new Error('There is no picture in it');
  const { width, height } = image;
  if (width * height > heicMaxPixels) throw new PictureTooLargeError(`${width} x ${height} pixels`);
  const { data } = await image.decode();
  images.dispose();
  const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return { pixels, width, height, channels: 4, isAnimated: false };
}
