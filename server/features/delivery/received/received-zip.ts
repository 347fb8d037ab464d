import type { Readable } from 'node:stream';
import { formatDate } from '../../../../shared/dates.ts';
import { fullNameOf } from '../../../../shared/names.ts';
import type { Services } from '../../../platform/context.ts';
import { escapeHtml } from '../../../platform/html-page.ts';
import { safeFileName } from '../../../platform/http/content-disposition.ts';
import { offlinePage, shownFile } from '../../../platform/offline-page.ts';
import type { FileFault } from '../../../platform/storage/file-faults.ts';
import { faultsEntry, textEntry, type ZipEntry, type ZipFault, zipStream } from '../../../platform/zip.ts';
import type { Secrets } from './devices.ts';
import { readOpened } from './received.ts';
import { type SentDelivery, type Shown, shownOf } from './sent-deliveries.ts';

// Everything that a recipient was given, to keep: a page to read, each letter as text, and each original byte for byte.

/** One memory in the ZIP. */
interface Kept {
  shown: Shown;
  leftFor: string | null;
  text: { path: string; name: string } | undefined;
  file: { path: string; name: string; key: string; sha256: string | null } | undefined;
}

interface Owner {
  name: string;
  timezone: string;
}

/** A ZIP that is created while it is read. 404 unless the device is known. */
export async function zipReceived(
  services: Pick<Services, 'db' | 'storage' | 'fileFaultFound' | 'clock' | 'config'>,
  token: string,
  secrets: Secrets,
): Promise<{ fileName: string; open: () => Readable }> {
  const { page, rows } = await readOpened(services.db, token, secrets);
  const owner = { name: fullNameOf(page.owner), timezone: page.owner.timezone };
  const kept = eachOnce(rows).map(({ shown, leftFor }, at) => keep(shown, leftFor, at));
  const entries = kept.flatMap((one) => entriesOf(services, owner, one));
  const last = (faults: readonly ZipFault[]) => {
    const titles = new Map(kept.flatMap(({ shown, file }) => (file ? [[file.path, shown.title]] : [])));
    const told = faultsEntry(faults, (path) => titles.get(path) ?? path, services.config.supportEmail);
    return [textEntry('index.html', zipPage(owner, kept, faults)), ...(told ? [told] : [])];
  };
  const { fileFaultFound, clock } = services;
  const open = () => zipStream(entries, clock.now(), { fileFaultFound, last });
  return { fileName: `From ${owner.name}.zip`, open };
}

/** Oldest first, whichever link is used. A memory that comes every year is in it once; one taken back or under review is not. */
function eachOnce(rows: readonly SentDelivery[]): { shown: Shown; leftFor: string | null }[] {
  const byContent = new Map<string, { shown: Shown; leftFor: string | null }>();
  for (const row of rows.toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime())) {
    const shown = shownOf(row);
    const id = row.version?.id ?? row.memory?.id;
    if (shown?.isApproved && id && !byContent.has(id)) byContent.set(id, { shown, leftFor: row.leftFor });
  }
  return [...byContent.values()];
}

/** File names are numbered, so that two memories can have the same name. */
function keep(shown: Shown, leftFor: string | null, before: number): Kept {
  const number = String(before + 1).padStart(2, '0');
  const named = (name: string) => ({ path: `${number} ${safeFileName(name)}`, name });
  const text = shown.content === null ? undefined : named(`${shown.title}.txt`);
  const { fileKey: key, fileSha256: sha256 } = shown;
  const file = key ? { ...named(shown.fileName ?? shown.title), key, sha256 } : undefined;
  return { shown, leftFor, text, file };
}

function entriesOf({ storage }: Pick<Services, 'storage'>, owner: Owner, kept: Kept): ZipEntry[] {
  const { text, file } = kept;
  const entries: ZipEntry[] = [];
  if (text) entries.push(textEntry(text.path, plainLetter(owner, kept)));
  if (file)
    entries.push({ path: file.path, compress: false, stored: file, open: () => storage.read(file.key) });
  return entries;
}

function plainLetter(owner: Owner, { shown, leftFor }: Kept): string {
  const parts = [shown.title, describe(owner, shown, leftFor), shown.personalMessage, shown.content];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** For example 'Ruth Alder, 4 May 2031'. */
function describe(owner: Owner, { createdAt }: Shown, leftFor: string | null): string {
  const made = `${owner.name}, ${formatDate(createdAt, owner.timezone)}`;
  return leftFor ? `${made}. Left for ${leftFor}, who has died.` : made;
}

function zipPage(owner: Owner, kept: readonly Kept[], faults: readonly ZipFault[]): string {
  const faultOf = new Map(faults.map(({ path, fault }) => [path, fault]));
  const name = escapeHtml(owner.name);
  return offlinePage(
    `From ${owner.name}`,
    `<header>
<h1>From ${name}</h1>
<p class="soft">Everything from ${name} that you have opened so far, the oldest first. This page needs no internet: what it shows lies beside it, unchanged.</p>
</header>
<section>
${kept.map((one) => card(owner, one, one.file && faultOf.get(one.file.path))).join('\n')}
</section>`,
  );
}

const faultTexts: Readonly<Record<FileFault, string>> = {
  missing: 'This file could not be put in. Please download it again later, or write to us.',
  damaged:
    'This file has changed in our storage and may not open. Please download it again later, or write to us.',
};

function card(owner: Owner, { shown, leftFor, file }: Kept, fault: FileFault | undefined): string {
  return `<article>
<h3>${escapeHtml(shown.title)}</h3>
<p class="soft">${escapeHtml(describe(owner, shown, leftFor))}</p>
${shown.personalMessage ? `<blockquote>${escapeHtml(shown.personalMessage)}</blockquote>` : ''}
${shown.content ? `<div class="letter">${escapeHtml(shown.content)}</div>` : ''}
${file && fault !== 'missing' ? shownFile(shown, file) : ''}
${fault ? `<p class="soft">${faultTexts[fault]}</p>` : ''}
</article>`;
}
