import type { z } from 'zod';
import type { ReceivedMemories, ReceivedMemory } from '../../../../shared/delivery/received.ts';
import { fullNameOf } from '../../../../shared/names.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable } from '../../../platform/database.ts';
import { notFound, requireFound } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import type { ShownMemory } from '../../memories/memories/memories.table.ts';
import { isShownToOthers } from '../../memories/memories/memories.ts';
import { markOpened } from '../deliveries/deliveries.ts';
import type { CodeAnswer } from './codes.ts';
import { findKnown, type Known, letIn, type Secrets } from './devices.ts';
import { findPage, isClosed, type Page, requireOpen } from './pages.ts';
import { canBeShown, deliveriesOf, ownFirst, type SentDelivery, shownOf } from './sent-deliveries.ts';

export { type GivenLink, givenLinks, listBeside } from './given-links.ts';
export { deleteSaidByOthers } from './said-by-others.ts';

type Memories = z.output<typeof ReceivedMemories>;

/** What to open: one of the page's deliveries, or everything; and the code, if the browser is not known. */
interface Opening {
  id?: string | undefined;
  code?: string | undefined;
}

/**
 * Opens what waits on a page, and returns it with the secret for the browser's cookie. The first browser
 * becomes a known device; any other needs the code sent to the recipient. Throws 409 if a code is needed
 * or the page is closed, 400 if the code is wrong, 404 for what is not on the page.
 */
export async function openPage(
  services: Services,
  token: string,
  secrets: Secrets,
  { id, code }: Opening,
): Promise<{ secret: string; memories: Memories }> {
  const { db } = services;
  const page = await findPage(db, token);
  requireOpen(page);
  const before = await findKnown(db, page, secrets);
  const secret = before.secret ?? (await letIn(services, page, { code }));
  const known = await findKnown(db, page, new Map([...secrets, [secret, '']]));
  await open(services, page, known, id);
  // Everything in the same message has turned out to be delivered with it.
  if (id === undefined) await open(services, page, known, id);
  return { secret, memories: await readMemories(services, token, new Map([...secrets, [secret, '']]), id) };
}

/** Remembers a browser without opening anything. Throws like `openPage`. */
export async function enterCode(
  services: Services,
  token: string,
  secrets: Secrets,
  answer: CodeAnswer,
): Promise<string> {
  const page = await findPage(services.db, token);
  requireOpen(page);
  const { secret } = await findKnown(services.db, page, secrets);
  return secret ?? letIn(services, page, answer);
}

/** Marks as opened what can be shown; without an id also this link's own delivery, whatever became of its memory. */
async function open(
  services: Services,
  page: Page,
  { addresses }: Known,
  id: string | undefined,
): Promise<void> {
  const rows = await deliveriesOf(services.db, page, addresses);
  if (id !== undefined) requireFound(findRow(rows, id), 'This memory');
  const unopened = rows.filter(
    (row) =>
      row.openedAt === null &&
      (id === undefined ? canBeShown(row) || row.id === page.delivery.id : canBeShown(row) && row.id === id),
  );
  if (unopened.length === 0) return;
  await inTransaction(services.db, async (tx) => {
    await markOpened(tx, services, unopened);
    await announce(tx, page.delivery.userId, ['schedules', 'stats']);
  });
}

/** What was opened on a page, this link's own delivery first; with an id, only that one. 404 unless the browser is known. */
async function readMemories(
  { db }: Pick<Services, 'db'>,
  token: string,
  secrets: Secrets,
  id?: string,
): Promise<Memories> {
  const { page, rows } = await readOpened(db, token, secrets);
  const wanted = id === undefined ? rows : rows.filter((row) => row.id === id);
  const zipUrl = `/api/received/${token}/everything.zip`;
  return {
    ownerName: fullNameOf(page.owner),
    memories: wanted.map((row) => toReceived(row, token)),
    zipUrl,
  };
}

/** The page and what was opened on it so far, this link's own delivery first. 404 unless the browser is known. */
export async function readOpened(
  db: Queryable,
  token: string,
  secrets: Secrets,
): Promise<{ page: Page; rows: SentDelivery[] }> {
  const page = await findPage(db, token);
  const { secret, addresses } = await findKnown(db, page, secrets);
  if (isClosed(page) || secret === undefined) throw notFound('This page');
  const rows = await deliveriesOf(db, page, addresses);
  return {
    page,
    rows: ownFirst(
      rows.filter(({ openedAt }) => openedAt !== null),
      page,
    ),
  };
}

/** The memory that a delivery brought and whose file this page may read; 404 for any other. */
export async function findReceivedFile(
  db: Queryable,
  token: string,
  secrets: Secrets,
  deliveryId: string,
): Promise<ShownMemory> {
  const { rows } = await readOpened(db, token, secrets);
  const row = findRow(rows, deliveryId);
  const shown = row && shownOf(row);
  return requireFound(shown?.isApproved ? shown : undefined, 'This file');
}

/** A page loaded before an upgrade names the memory instead: then this link's own delivery is preferred. */
function findRow(rows: readonly SentDelivery[], id: string): SentDelivery | undefined {
  return rows.find((row) => row.id === id) ?? rows.find((row) => shownOf(row)?.memoryId === id);
}

function toReceived(row: SentDelivery, token: string): z.output<typeof ReceivedMemory> {
  const { leftFor } = row;
  const received = { deliveryId: row.id, deliveredAt: row.deliveredAt ?? row.dueAt, leftFor };
  const memory = shownOf(row);
  if (!memory)
    return { ...received, ...noContent, id: row.id, title: 'This memory was taken back', withdrawn: true };
  if (!memory.isApproved) {
    return { ...received, ...noContent, id: memory.memoryId, title: memory.title, underReview: true };
  }
  const address = `/api/received/${token}/memories/${row.id}`;
  return { ...received, ...presentMemory(memory, address), id: memory.memoryId };
}

/** What a recipient sees of a memory whose file is served under `address`. */
export function presentMemory(memory: ShownMemory, address: string) {
  return {
    type: memory.type,
    title: memory.title,
    personalMessage: memory.personalMessage,
    content: memory.content,
    fileUrl: isShownToOthers(memory) ? `${address}/display` : null,
    downloadUrl: memory.fileKey ? `${address}/file` : null,
    contentType: memory.displayContentType ?? memory.contentType,
    durationSeconds: memory.durationSeconds,
    peaks: memory.peaks,
    withdrawn: false,
    underReview: false,
    createdAt: memory.createdAt,
  };
}

const noContent = {
  type: 'letter',
  personalMessage: null,
  content: null,
  fileUrl: null,
  downloadUrl: null,
  contentType: null,
  durationSeconds: null,
  peaks: null,
  withdrawn: false,
  underReview: false,
  createdAt: null,
} as const;
