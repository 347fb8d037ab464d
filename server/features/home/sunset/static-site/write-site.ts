import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '../../../../platform/context.ts';
import { OperatorError } from '../../../../platform/errors.ts';
import { safeFileName } from '../../../../platform/http/content-disposition.ts';
import { saveFile } from '../../../../platform/storage/save-file.ts';
import { readIfExists, syncFolder, writeWholeFile } from '../../../../platform/whole-file.ts';
import { type GivenLink, givenLinks, listBeside } from '../../../delivery/received/received.ts';
import {
  type FileBeside,
  findPage,
  findScript,
  frontPage,
  linkPage,
  readme,
  type SiteFacts,
} from './pages.ts';

const readable = 0o644;

export interface WrittenSite {
  links: number;
  /** How many of them already existed, from an interrupted run. */
  before: number;
  /** Files that are missing or damaged. */
  faults: number;
}

/**
 * Writes what was given into `folder`, one folder for each link. Each is complete or does not exist, so another run continues where
 * one was interrupted. Throws if the folder contains something else, and, after all others are written, if a link could not be.
 */
export async function writeSite(
  services: Pick<Services, 'db' | 'storage'>,
  folder: string,
  closingId: string,
  facts: SiteFacts,
): Promise<WrittenSite> {
  await claimFolder(folder, closingId);
  const kept = join(folder, 'kept');
  await mkdir(kept, { recursive: true });
  const written: WrittenSite = { links: 0, before: 0, faults: 0 };
  const unwritten = new Map<string, unknown>();
  for await (const link of givenLinks(services.db)) {
    const isThere = existsSync(join(kept, link.tokenHash));
    written.links += 1;
    written.before += Number(isThere);
    if (isThere) continue;
    await writeLink(services, kept, link, facts).then(
      (faults) => {
        written.faults += faults;
      },
      (error: unknown) => unwritten.set(link.id, error),
    );
  }
  await writeFrame(folder, facts);
  const [first] = unwritten;
  if (first)
    throw new OperatorError(
      `${unwritten.size} of ${written.links} links could not be written, the first of them that of delivery ${first[0]}: ${first[1]}. The others are there; run it again for these.`,
      { cause: first[1] },
    );
  return written;
}

/** The mark says which closing the folder belongs to. */
async function claimFolder(folder: string, closingId: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const mark = join(folder, '.closing');
  const found = await readIfExists(mark);
  if (found === undefined && existsSync(join(folder, 'index.html')))
    throw new OperatorError(`${folder} already holds a site. Name an empty folder.`);
  if (found !== undefined && found !== closingId)
    throw new OperatorError(`${folder} belongs to another closing. Name an empty folder.`);
  await writeWholeFile(mark, closingId, readable);
}

/** Returns how many of its files are missing or damaged. */
async function writeLink(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  kept: string,
  link: GivenLink,
  facts: SiteFacts,
): Promise<number> {
  const draft = join(kept, `.${link.tokenHash}`);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft);
  const files: FileBeside[] = [];
  for (const { key, sha256, path, name } of filesOf(link))
    files.push({ path, name, fault: await saveFile(storage, { key, sha256 }, join(draft, path)) });
  const page = linkPage(link, files, await listBeside(db, link), facts);
  await writeFile(join(draft, 'index.html'), page);
  await syncFolder(draft);
  await rename(draft, join(kept, link.tokenHash));
  await syncFolder(kept);
  return files.filter(({ fault }) => fault).length;
}

/** The extension from which a web server derives the type. */
function extensionOf(contentType: string): string {
  const known: Record<string, string> = { 'audio/mpeg': 'mp3', 'audio/mp4': 'm4a', 'image/jpeg': 'jpg' };
  return known[contentType] ?? contentType.split('/')[1] ?? 'bin';
}

/** What pages show comes first, if it is another file than the original. */
function filesOf({ shown, hasDisplay }: GivenLink) {
  const { fileKey, fileName, fileSha256, displayKey, displayContentType, title } = shown;
  if (!fileKey) return [];
  const name = fileName ?? title;
  const original = { key: fileKey, sha256: fileSha256, path: `original ${safeFileName(name)}`, name };
  if (!hasDisplay || !displayKey) return [original];
  const path = `shown.${extensionOf(displayContentType ?? '')}`;
  return [
    { key: displayKey, sha256: null, path, name: 'The copy above' },
    { ...original, name: `${name}, the original` },
  ];
}

async function writeFrame(folder: string, facts: SiteFacts): Promise<void> {
  await mkdir(join(folder, 'received'), { recursive: true });
  const texts = {
    'received/find.js': findScript,
    'received/index.html': findPage(facts),
    'README.txt': readme(facts),
    'index.html': frontPage(facts),
  };
  for (const [path, text] of Object.entries(texts)) await writeWholeFile(join(folder, path), text, readable);
}
