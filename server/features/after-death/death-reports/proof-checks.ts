import {
  type ProofMediaType,
  proofMediaTypes,
  proofWrongType,
} from '../../../../shared/after-death/death-reports.ts';
import { fieldError } from '../../../platform/errors.ts';
import { loadSharp } from '../../../platform/media/sharp.ts';
import { sniff } from '../../../platform/media/sniff.ts';

const extensions: Record<ProofMediaType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

const refused = (message: string) => fieldError('file', message);
const empty = 'This file is empty. Please choose another one.';
const locked =
  'This PDF is locked with a password, so that we cannot read it. A photo of the paper is enough.';
const blank = 'There is no page in this PDF. Please choose another file, or take a photo of the paper.';
const unreadable = 'This picture cannot be opened. Please take another one.';

/** The type that a file is declared to be; 400 for any that we do not take. */
export function declaredType(contentType: string): ProofMediaType {
  const type = proofMediaTypes.find((known) => known === contentType.replace('image/jpg', 'image/jpeg'));
  if (!type) throw refused(proofWrongType);
  return type;
}

/** 400 unless the bytes are of the declared type, and can be read by a person. */
export async function checkProof(bytes: Buffer, type: ProofMediaType): Promise<void> {
  if (bytes.length === 0) throw refused(empty);
  if ((await sniff(bytes)) !== extensions[type]) throw refused(proofWrongType);
  if (type === 'application/pdf') checkPdf(bytes);
  else await checkPicture(bytes);
}

/**
 * What a PDF says of itself stands in its trailer and in its objects as plain ASCII, in every version of the format, while pages
 * may stand in compressed objects: those are not looked into, since only a person can tell whether a page shows anything.
 */
function checkPdf(bytes: Buffer): void {
  const text = bytes.toString('latin1');
  if (/\/Encrypt\s*(\d+\s+\d+\s+R|<<)/.test(text)) throw refused(locked);
  const hasPages = /\/Type\s*\/Page(?![a-zA-Z])/.test(text) || /\/Type\s*\/ObjStm/.test(text);
  if (!hasPages || /\/Type\s*\/Pages\b[^>]*\/Count\s+0\b/.test(text)) throw refused(blank);
}

async function checkPicture(bytes: Buffer): Promise<void> {
  const sharp = await loadSharp();
  await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw Object.assign(refused(unreadable), { cause });
    });
}
