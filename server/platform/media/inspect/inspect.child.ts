import { buffer } from 'node:stream/consumers';
import { findDisguise } from '../disguise.ts';
import type { InspectedType, Inspection } from '../inspect.ts';
import { PictureTooLargeError } from '../pictures.ts';
import { loadSharp } from '../sharp.ts';
import { inspectPdf } from './inspect-pdf.ts';
import { convertHeic, drawPreview, type PictureFormat } from './inspect-picture.ts';
import { PdfFaultError } from './pdf-tokens.ts';

// A process of its own, which `inspect.ts` starts for one file: it reads the bytes and prints what they are, or the picture made of them.

const formats: Record<Exclude<InspectedType, 'application/pdf'>, PictureFormat> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/heic': 'heic',
};

async function inspect(bytes: Buffer, type: InspectedType): Promise<Inspection> {
  if (await findDisguise(bytes, type === 'application/pdf' ? 'pdf' : undefined)) return { fault: 'disguise' };
  // Before the attempt: a decoder that cannot be loaded says nothing about the file.
  if (type !== 'application/pdf') await loadSharp();
  if (type === 'image/heic') await import('heic-decode');
  try {
    if (type === 'application/pdf') return { pages: inspectPdf(bytes), preview: null };
    const preview = await drawPreview(bytes, formats[type]);
    return { pages: null, preview: preview.toString('base64') };
  } catch (error) {
    if (error instanceof PdfFaultError) return { fault: error.fault };
    process.stderr.write(`${error}\n`);
    return { fault: error instanceof PictureTooLargeError ? 'vast' : 'damaged' };
  }
}

const [task, type] = process.argv.slice(2) as ['inspect' | 'convert', InspectedType];
const bytes = await buffer(process.stdin);
process.stdout.write(
  task === 'convert' ? await convertHeic(bytes) : JSON.stringify(await inspect(bytes, type)),
);
