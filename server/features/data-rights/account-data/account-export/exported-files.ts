import { asc, eq } from 'drizzle-orm';
import type { Tx } from '../../../../platform/database.ts';
import { safeFileName } from '../../../../platform/http/content-disposition.ts';
import { deliveryQueue } from '../../../delivery/deliveries/deliveries.table.ts';
import { memoryVersions, type ShownMemory } from '../../../memories/memories/memories.table.ts';
import { versionOf } from './export-parts.ts';
/** The original of a memory. */
export interface ExportedFile {
  /** Its path in the ZIP. */
  path: string;
  name: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
}

/** The picture of the profile. */
export type ExportedPicture = Pick<ExportedFile, 'path' | 'name' | 'contentType'>;

export type ExportedVersion = ReturnType<typeof versionOf> & { file: ExportedFile | null; sentTo: string[] };

/** What people were sent and can still see, without the memories in `hiddenIds`. */
export async function readVersions(
  tx: Tx,
  userId: string,
  paths: Map<string, string>,
  hiddenIds: ReadonlySet<string>,
): Promise<ExportedVersion[]> {
  const given = await tx
    .select({ version: memoryVersions, name: deliveryQueue.recipientFirstName })
    .from(memoryVersions)
    .innerJoin(deliveryQueue, eq(deliveryQueue.memoryVersionId, memoryVersions.id))
    .where(eq(memoryVersions.userId, userId))
    .orderBy(asc(memoryVersions.id), asc(deliveryQueue.id));
  return [...Map.groupBy(given, ({ version }) => version.id).values()].flatMap((people) => {
    const [first] = people;
    if (!first) return [];
    const { version } = first;
    if (hiddenIds.has(version.memoryId)) return [];
    return { ...versionOf(version), file: fileOf(version, paths), sentTo: people.map(({ name }) => name) };
  });
}

export function pictureOf(key: string | null, paths: Map<string, string>): ExportedPicture | null {
  if (!key) return null;
  const name = 'profile picture.webp';
  return { path: pathIn(paths, key, name), name, contentType: 'image/webp' };
}

/** Paths are numbered, so that two files can have the same name. A file that is used twice is in the ZIP once. */
export function pathIn(paths: Map<string, string>, key: string, name: string): string {
  const path = paths.get(key) ?? `files/${String(paths.size + 1).padStart(4, '0')} ${name}`;
  paths.set(key, path);
  return path;
}

export function fileOf(row: ShownMemory, paths: Map<string, string>): ExportedFile | null {
  const { fileKey, fileSizeBytes, fileSha256 } = row;
  if (!fileKey || fileSizeBytes === null || !fileSha256) return null;
  const name = row.fileName ?? row.title;
  const path = pathIn(paths, fileKey, safeFileName(name));
  const contentType = row.contentType ?? 'application/octet-stream';
  return { path, name, contentType, sizeBytes: fileSizeBytes, sha256: fileSha256 };
}
