import {
  type ProofMediaType,
  proofMediaTypes,
  proofWrongType,
} from '../../../../../shared/after-death/death-reports.ts';
import type { Services } from '../../../../platform/context.ts';
import { AppError, fieldError } from '../../../../platform/errors.ts';
import { heicToJpeg, type InspectionFault, inspectFile } from '../../../../platform/media/inspect.ts';
import { sniff } from '../../../../platform/media/sniff.ts';

const extensions: Record<ProofMediaType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/heic': 'heic',
};

/** Browsers have more than one name for some types. */
const otherNames: Readonly<Record<string, ProofMediaType>> = {
  'image/jpg': 'image/jpeg',
  'image/heif': 'image/heic',
};

const refused = (message: string) => fieldError('file', message);
const empty = 'This file is empty. Please choose another one.';

const refusals: Record<InspectionFault, string> = {
  disguise: 'There is something else in this file besides the paper. Please take a photo of the paper.',
  vast: 'This picture is larger than we can open. Please take a photo of the paper with your phone.',
  damaged: 'This picture is damaged, or stops before its end. Please choose it again, or take another one.',
  locked: 'This PDF is locked with a password, so that we cannot read it. A photo of the paper is enough.',
  blank: 'There is no page in this PDF. Please choose another file, or take a photo of the paper.',
  cut: 'This PDF stops before its end. Please choose it again, or take a photo of the paper.',
  active: 'This PDF does more than show a page, so we cannot take it. A photo of the paper is enough.',
  files: 'There are other files inside this PDF, so we cannot take it. A photo of the paper is enough.',
  odd: 'This PDF is made in a way that we cannot check. A photo of the paper is enough.',
};

export function declaredType(contentType: string): ProofMediaType {
  const named = otherNames[contentType] ?? contentType;
  const type = proofMediaTypes.find((known) => known === named);
  if (!type) throw refused(proofWrongType);
  return type;
}

export interface CheckedProof {
  pages: number | null;
  /** WebP in base64; null for a PDF. */
  preview: string | null;
}

/**
 * 400 unless the bytes are a complete file of the declared type, contain nothing else and are readable; 503
 * if that cannot be checked just now. `key` identifies whose turn it is.
 */
export async function checkProof(
  { log }: Pick<Services, 'log'>,
  key: string,
  bytes: Buffer,
  type: ProofMediaType,
): Promise<CheckedProof> {
  if (bytes.length === 0) throw refused(empty);
  if ((await sniff(bytes)) !== extensions[type]) throw refused(proofWrongType);
  const inspection = await inspectFile(key, bytes, type).catch((error: unknown) => {
    log.warn({ err: error, type }, 'a proof could not be checked');
    throw error instanceof AppError ? error : notChecked(error);
  });
  if (!('fault' in inspection)) return inspection;
  log.info({ fault: inspection.fault, type }, 'a proof was refused');
  throw refused(refusals[inspection.fault]);
}

function notChecked(cause: unknown): AppError {
  const message =
    'We could not check this file just now. Please choose it again in a moment, or take a photo of the paper.';
  return new AppError('unavailable', message, { retryAfterSeconds: 30, cause });
}

export interface ShowableProof {
  bytes: Buffer;
  mediaType: ProofMediaType;
}

/** The proof in a format that browsers show: a HEIC is converted to a JPEG each time somebody opens it, and stays stored as it came. */
export async function showable(
  { id, mediaType }: { id: string; mediaType: ProofMediaType },
  bytes: Buffer,
): Promise<ShowableProof> {
  if (mediaType !== 'image/heic') return { bytes, mediaType };
  const jpeg = await heicToJpeg(id, bytes).catch((cause: unknown) => {
    throw cause instanceof AppError ? cause : notChecked(cause);
  });
  return { bytes: jpeg, mediaType: 'image/jpeg' };
}
