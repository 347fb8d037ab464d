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

/** So far into a list of pages its count is looked for. */
const listCharacters = 1000;

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
 * may stand in compressed objects: those are not looked into, since only a person can tell whether a page shows anything. Whoever
 * sends it chose every byte, so that nothing here may look at a byte more than a few times.
 */
function checkPdf(bytes: Buffer): void {
  const text = bytes.toString('latin1');
  if (/\/Encrypt\s{0,99}(\d{1,10}\s{1,99}\d{1,10}\s{1,99}R|<<)/.test(text)) throw refused(locked);
  const hasPages = /\/Type\s{0,99}\/Page(?![a-zA-Z])/.test(text) || /\/Type\s{0,99}\/ObjStm/.test(text);
  if (!hasPages || hasEmptyList(text)) throw refused(blank);
}

/** Whether a list of pages says that there is none in it. */
function hasEmptyList(text: string): boolean {
  const [, ...lists] = text.split(/\/Type\s{0,99}\/Pages\b/);
  return lists.some((list) => /^[^>]*\/Count\s{1,99}0\b/.test(list.slice(0, listCharacters)));
}

async function checkPicture(bytes: Buffer): Promise<void> {
  const sharp = await loadSharp();
  await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw Object.assign(refused(unreadable), { cause });
    });
}
