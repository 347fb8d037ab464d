/** Real files as somebody would choose them, and choosing them. */
import type { Page } from 'playwright-core';
import { type MediaFile, record } from '../../media.ts';
import { button } from './steps.ts';

const seconds = 12;

/** Twelve seconds and about three megabytes: long enough to seek in, and to watch it being uploaded. */
export async function longFilm(): Promise<MediaFile> {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=15:duration=${seconds}`];
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=330:duration=${seconds}`];
  // A test picture needs few bits: stuffing makes up for it.
  const rate = [
    '-b:v',
    '2M',
    '-minrate',
    '2M',
    '-maxrate',
    '2M',
    '-bufsize',
    '1M',
    '-x264-params',
    'nal-hrd=cbr',
  ];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', ...rate, '-c:a', 'aac'];
  const bytes = await record('mp4', [...picture, ...sound, ...codecs, '-movflags', '+faststart']);
  return { name: 'harbour.mp4', contentType: 'video/mp4', bytes };
}

/** Chooses a file with the drop zone's button; `file` is in memory, or a path on disk. */
export async function chooseFile(page: Page, buttonName: string, file: MediaFile | string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await button(page, buttonName).click();
  const chooser = await choosing;
  if (typeof file === 'string') await chooser.setFiles(file);
  else await chooser.setFiles({ name: file.name, mimeType: file.contentType, buffer: file.bytes });
}

/** Enters its title and recipient, and sends it. */
export async function describeAndUpload(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('For whom').selectOption('children');
  await button(page, 'Upload').click();
}
