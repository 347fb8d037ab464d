import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '../../../../platform/context.ts';
import { OperatorError } from '../../../../platform/errors.ts';
import { safeFileName } from '../../../../platform/http/content-disposition.ts';
import { saveFile } from '../../../../platform/storage/save-file.ts';
import { readIfExists, syncFolder, writeWholeFile } from '../../../../platform/whole-file.ts';
import { type GivenLink, listBeside, listGivenLinks } from '../../../delivery/received/received.ts';
import {
  type FileBeside,
  findPage,
  findScript,
  frontPage,
  linkPage,
  readme,
  type SiteFacts,
} from './pages.ts';

const perBatch = 200;
const readable = 0o644;

export interface WrittenSite {
  links: number;
  /** How many of them were there already, from a run that was interrupted. */
  before: number;
  /** Files that are missing or damaged. */
  faults: number;
}

/**
 * Writes what was given into `folder`, one folder for each link. Each is complete or does not exist, so that another run goes on where one
 * was interrupted. Throws where the folder holds something else.
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
  for (let after: string | undefined; ; ) {
    const links = await listGivenLinks(services.db, after, perBatch);
    for (const link of links) {
      const isThere = existsSync(join(kept, link.tokenHash));
      if (!isThere) written.faults += await writeLink(services, kept, link, facts);
      written.links += 1;
      written.before += Number(isThere);
    }
    after = links.at(-1)?.id;
    if (links.length < perBatch) break;
  }
  await writeFrame(folder, facts);
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

/** Answers how many of its files are missing or damaged. */
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

/** By which a web server knows the type. */
function extensionOf(contentType: string): string {
  const known: Record<string, string> = { 'audio/mpeg': 'mp3', 'audio/mp4': 'm4a', 'image/jpeg': 'jpg' };
  return known[contentType] ?? contentType.split('/')[1] ?? 'bin';
}

/** What pages show comes first, where it is another file than the original. */
function filesOf({ shown, hasDisplay }: GivenLink) {
  const { fileKey, fileName, fileSha256, displayKey, displayContentType, title } = shown;
  if (!fileKey) return [];
  const name = fileName ?? title;
  const original = { key: fileKey, sha256: fileSha256, path: `original ${safeFileName(name)}`, name };
  if (!hasDisplay || !displayKey) return [original];
  const path = `shown.${extensionOf(displayContentType ?? '')}`;
  return [{ key: displayKey, sha256: null, path, name: 'To look at' }, original];
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
