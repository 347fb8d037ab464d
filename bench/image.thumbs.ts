import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { displaySide } from '../server/features/memories/memories/check-file.ts';
import { thumbnailSide } from '../server/features/memories/memories/renditions.ts';
import { decodePicture, drawPicture } from '../server/platform/media/pictures.ts';
import { type Benchmark, interleave, milliseconds, ratio } from './harness.ts';

const sides = [displaySide, thumbnailSide];

export const imageThumbs: Benchmark = {
  name: 'image.thumbs',
  about:
    'pictures for the pages made of a photo of 12 million pixels, a second : bare sharp, same sizes and quality',
  async run({ folder, quick }) {
    const photo = join(folder, 'photo.jpg');
    await writeFile(photo, await photoOf(4000, 3000));
    const ours = () => picturesPerSecond(() => drawOurs(photo));
    const baseline = () => picturesPerSecond(() => drawBare(photo));
    await interleave(2, ours, baseline);
    const rates = await interleave(quick ? 2 : 15, ours, baseline);
    return [ratio('image.thumbs', rates, { atLeast: 0.85 }, 'pictures/s')];
  },
};

/**
 * Noise over a slow colour gradient, rotated by its EXIF orientation: as much work for a decoder as a photo
 * of a meadow.
 */
function photoOf(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#8fb8ab', noise } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();
}

async function picturesPerSecond(draw: () => Promise<unknown>): Promise<number> {
  return (sides.length * 1000) / (await milliseconds(draw));
}

/** Decodes every frame first, with limits on pixels and time. */
async function drawOurs(photo: string): Promise<void> {
  const picture = await decodePicture(photo, 'jpeg', displaySide);
  for (const side of sides) await drawPicture(picture, side);
}

async function drawBare(photo: string): Promise<void> {
  for (const side of sides) {
    await sharp(photo)
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
  }
}
