import { fileTypeFromBuffer } from 'file-type';
import { profilePictureMaxBytes } from '../../../../../shared/accounts/accounts.ts';
import { AppError, fieldError } from '../../../../platform/errors.ts';
import { loadSharp } from '../../../../platform/media/sharp.ts';

const field = 'profilePicture';

const sidePixels = 512;

/** Enough for any camera, and far below what a small malicious file could decode to. */
const maxPixels = 60_000_000;

const decodeSeconds = 10;

/** No SVG, which can contain scripts. */
const pictureTypes = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif']);

/** The bytes of a picture in a data URL; the type is checked by the content, not taken from the URL. */
export async function readPicture(dataUrl: string): Promise<Buffer> {
  const [, type, base64] = /^data:([\w.+-]+\/[\w.+-]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl) ?? [];
  if (!type?.startsWith('image/')) throw fieldError(field, 'Please select an image file');
  if (!base64 || base64.length % 4 !== 0) throw unreadable();
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > profilePictureMaxBytes) throw pictureTooLarge();
  const found = await fileTypeFromBuffer(bytes);
  if (!found || !pictureTypes.has(found.mime)) throw fieldError(field, 'Please select an image file');
  return bytes;
}

export async function reencode(bytes: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > maxPixels) throw tooManyPixels();
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true });
    const side = Math.min(width, height, sidePixels);
    return await image
      .resize(side, side, { fit: 'cover' })
      .webp({ quality: 85 })
      .timeout({ seconds: decodeSeconds })
      .toBuffer();
  } catch (cause) {
    throw cause instanceof AppError ? cause : unreadable(cause);
  }
}

function tooManyPixels(): AppError {
  return fieldError(field, 'This picture has more pixels than we can open. Please try a smaller one.');
}

function unreadable(cause?: unknown): AppError {
  const message = 'This picture cannot be read. Please try another one.';
  return new AppError('bad_request', message, { fields: { [field]: message }, cause });
}

export function pictureTooLarge(): AppError {
  const message = 'File size must be less than 5MB';
  return new AppError('too_large', message, { fields: { [field]: message } });
}
