import type { FastifyRequest } from 'fastify';
import { invalidFileType } from '../../../../shared/memories/memories.ts';
import { createConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import type { Services } from '../../../platform/context.ts';
import { fieldError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { drawPicture } from '../../../platform/media/pictures.ts';
import { displaySide, findHarm, openPhoto } from './check-file.ts';
import type { Findings } from './findings.ts';
import { hasFormat, unsupportedFile, wrongFileType } from './formats.ts';
import { discardUpload, receiveUpload, type StoredUpload } from './receive-upload.ts';
import { thumbnailSide } from './renditions.ts';

type PhotoServices = Pick<Services, 'storage' | 'config' | 'log'>;

/** As WebP: upright, and without anything else that the file contained. */
export interface DrawnPhoto {
  display: Buffer;
  thumbnail: Buffer;
}

/** Decoding needs a lot of memory. */
const limit = createConcurrencyLimit({ concurrency: 2, maxWaitingPerKey: 12, maxWaiting: 100 });

/**
 * Receives a photo that is not a memory, in the field `file`, with the same checks: streamed, limited in size, and
 * of the type that it claims to be. The original is not kept. 413 if it is too large, 415 if it is not a photo or
 * also something else. `userId` identifies whose turn it is; throws if the malware scanner does not answer.
 */
export async function receivePhoto(
  services: PhotoServices,
  request: FastifyRequest,
  userId: string,
  fieldNames: readonly string[],
): Promise<DrawnPhoto & { fields: Record<string, string> }> {
  const { fields, file } = await receiveUpload(services, request, newId(), async () => 'photo', fieldNames);
  if (!file) throw fieldError('file', invalidFileType('photo').message);
  try {
    return { fields, ...(await limit.run(userId, () => drawChecked(services, file))) };
  } finally {
    await discardUpload(services, file);
  }
}

async function drawChecked(services: PhotoServices, { key, format }: StoredUpload): Promise<DrawnPhoto> {
  const copy = await services.storage.localCopy(key);
  try {
    const subject = { id: key, type: 'photo' } as const;
    if (!(await hasFormat(copy.path, format))) throw wrongFileType('photo');
    refuse(await findHarm(services, subject, copy.path));
    const { picture, ...findings } = await openPhoto(services, subject, format, copy.path);
    if (!picture) throw refusalOf(findings);
    const [display, thumbnail] = await Promise.all([
      drawPicture(picture, displaySide),
      drawPicture(picture, thumbnailSide),
    ]);
    return { display, thumbnail };
  } finally {
    await copy.dispose();
  }
}

function refuse(findings: Findings): void {
  if (findings.fault) throw refusalOf(findings);
}

function refusalOf({ fault }: Findings) {
  return unsupportedFile(fault?.reason ?? invalidFileType('photo').message);
}
