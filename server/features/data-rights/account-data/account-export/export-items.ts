import { formatDate } from '../../../../../shared/dates.ts';
import { formatDollars } from '../../../../../shared/dollars.ts';
import type { Tx } from '../../../../platform/database.ts';
import { escapeHtml } from '../../../../platform/html-page.ts';
import { listAllItems, listStoredImages } from '../../../keepsakes/physical-items/physical-items.ts';
import { listAllRequests } from '../../../keepsakes/physical-items/storage-requests/storage-requests.ts';
import { itemOf, storageRequestOf } from './export-parts.ts';
import { pathIn } from './exported-files.ts';

// What an owner gave us to keep, as it appears in an export.

export type ExportedItem = Awaited<ReturnType<typeof readItems>>[number];

/** Includes their pictures, whose paths in the ZIP are added to `paths` by their storage key. */
export async function readItems(tx: Tx, userId: string, paths: Map<string, string>) {
  const items = await listAllItems(tx, userId);
  const images = await listStoredImages(
    tx,
    items.map(({ id }) => id),
  );
  const imagesOf = Map.groupBy(images, ({ physicalItemId }) => physicalItemId);
  return items.map((item) => ({
    ...itemOf(item),
    files: (imagesOf.get(item.id) ?? []).map(({ imageKey, sizeBytes, sha256 }) => {
      const name = 'picture.webp';
      return { path: pathIn(paths, imageKey, name), name, contentType: 'image/webp', sizeBytes, sha256 };
    }),
  }));
}

export async function readStorageRequests(tx: Tx, userId: string) {
  return (await listAllRequests(tx, userId)).map(storageRequestOf);
}

const statusLabels: Readonly<Record<ExportedItem['status'], string>> = {
  stored: 'kept with Long After',
  requested_return: 'asked back',
  in_transit: 'on its way',
  delivered: 'handed over',
  returned: 'returned',
};

/** An item as shown on the readable page. */
export function itemCard(item: ExportedItem, timezone: string): string {
  const { title, description, status, receivedDate, lostAt, recipientName, insuranceValue, files } = item;
  const isAwaited = status === 'stored' && !receivedDate;
  const state = lostAt ? 'lost on its way' : isAwaited ? 'not here yet' : statusLabels[status];
  const insured = insuranceValue === null ? '' : `, insured for ${formatDollars(insuranceValue)}`;
  const hands = item.handovers.map(({ step, at, from, to, byName }) => {
    const what = step === 'lost' ? 'lost on the way ' : '';
    const line = `${formatDate(at, timezone)}: ${what}from ${from} to ${to}, by ${byName}`;
    return `<li>${escapeHtml(line)}</li>`;
  });
  const pictures = files.map(
    ({ path }) =>
      `<img src="${path.split('/').map(encodeURIComponent).join('/')}" alt="${escapeHtml(title)}" loading="lazy">`,
  );
  return `<article>
<h3>${escapeHtml(title)}</h3>
<p class="soft">${escapeHtml(`For ${recipientName ?? 'nobody yet'}. ${state}${insured}.`)}</p>
<p>${escapeHtml(description)}</p>
${item.personalMessage ? `<blockquote>${escapeHtml(item.personalMessage)}</blockquote>` : ''}
${pictures.join('')}
${hands.length === 0 ? '' : `<ul>${hands.join('')}</ul>`}
</article>`;
}
