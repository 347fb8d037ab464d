import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const drawings = fileURLToPath(new URL('./drawings', import.meta.url));

/** Link previews and home screens do not support SVG. */
export async function drawPictures(folder: string): Promise<void> {
  await draw('open-graph.svg', 1200, join(folder, 'open-graph.png'));
  await draw('home-screen.svg', 180, join(folder, 'apple-touch-icon.png'));
  for (const width of [192, 512]) await draw('home-screen.svg', width, join(folder, `icon-${width}.png`));
}

async function draw(drawing: string, width: number, path: string): Promise<void> {
  await sharp(join(drawings, drawing)).resize({ width }).png({ palette: true, quality: 95 }).toFile(path);
}
