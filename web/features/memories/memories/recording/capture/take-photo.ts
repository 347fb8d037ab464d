import { deviceTimeZone } from '../../../../../lib/device.ts';
import { fileName } from './formats.ts';

const contentType = 'image/jpeg';
const quality = 0.92;
/** Some cameras never respond. */
const timeoutMilliseconds = 4000;
/** A camera that has just been opened may take a while to show its first picture. */
const firstPictureMilliseconds = 15_000;
const betweenTriesMilliseconds = 100;

/**
 * A photo at the camera's best resolution, upright and without metadata about place or device. `preview`
 * plays the camera's picture. Throws if the camera shows none in time.
 */
export async function takePhoto(camera: MediaStreamTrack, preview: HTMLVideoElement): Promise<File> {
  const frame = await firstPicture(preview);
  const still = await extractStill(camera).catch(() => null);
  const picture = still && still.width >= frame.width ? still : frame;
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, contentType, quality));
  if (!blob) throw new Error('The browser gave no picture');
  const takenAtMs = Date.now();
  const name = fileName('photo', takenAtMs, deviceTimeZone(), 'jpg');
  return new File([blob], name, { type: contentType, lastModified: takenAtMs });
}

/** A browser that has the picture's data may still have nothing to show: then this asks again. */
async function firstPicture(preview: HTMLVideoElement): Promise<ImageBitmap> {
  const until = performance.now() + firstPictureMilliseconds;
  for (;;) {
    const picture = await createImageBitmap(preview).catch(() => null);
    if (picture) return picture;
    if (performance.now() > until) throw new Error('The camera shows no picture');
    await new Promise((resolve) => window.setTimeout(resolve, betweenTriesMilliseconds));
  }
}

/** Phone cameras take still pictures at a higher resolution than their video. */
async function extractStill(camera: MediaStreamTrack): Promise<ImageBitmap> {
  if (!('ImageCapture' in window)) throw new Error('This browser cannot ask for one');
  const late = new Promise<never>((_, reject) => {
    window.setTimeout(() => reject(new Error('The camera gives no still picture')), timeoutMilliseconds);
  });
  return await createImageBitmap(await Promise.race([new ImageCapture(camera).takePhoto(), late]));
}
