import { and, count, eq, getTableColumns, min, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { memoryChecks } from '../../../../shared/memories/memory-checks.ts';
import type {
  StaffMemory,
  StaffMemoryAct,
  StaffMemoryList,
  StaffMemoryQuery,
  WaitingDelivery,
  WaitsFor,
} from '../../../../shared/memories/staff-memories.ts';
import { fullNameOf } from '../../../../shared/names.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { isAfterPage } from '../../../platform/paging.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import type { CountQueue } from '../../system/changes/changes.ts';
import { approvalOf, mayBe } from './approval.ts';
import { isStillShown } from './delete-on-death.ts';
import { formatOf } from './formats.ts';
import { memories } from './memories.table.ts';
import { openedBy } from './openings.ts';

type Reading = Pick<Services, 'db' | 'clock'>;

/** The deliveries that wait for these memories, next one first; implemented by the delivery district. */
export type WaitingDeliveries = (
  db: Queryable,
  now: Date,
  memoryIds: readonly string[],
) => Promise<Map<string, WaitingDelivery[]>>;

/** What is asked for, and by which member of staff. */
interface Asking {
  /** The id of the member of staff. */
  staffId: string;
  waitingDeliveries: WaitingDeliveries;
}

const lateAfterHours = 24;

// Written as in the indexes, so that they are used.
const waiting: Record<WaitsFor, SQL> = {
  staff: sql`${memories.heldAs} = 'in_review'`,
  owner: sql`${memories.heldAs} in ('unreadable', 'rejected')`,
};

/** Memories that wait for a review, oldest first, a page at a time. */
export async function listForReview(
  services: Reading,
  asking: Asking,
  { waitsFor, type, owner, limit, ...before }: StaffMemoryQuery,
): Promise<z.output<typeof StaffMemoryList>> {
  const rows = await selectForReview(services)
    .where(
      and(
        waiting[waitsFor],
        isStillShown,
        type && eq(memories.type, type),
        owner ? isOwnedBy(owner) : undefined,
        isAfterPage(before, [memories.checkedAt, memories.id]),
      ),
    )
    .orderBy(memories.checkedAt, memories.id)
    .limit(limit + 1);
  const listed = await toAnswers(services, asking, rows.slice(0, limit));
  const last = rows.length > limit ? listed.at(-1) : undefined;
  return { memories: listed, next: last ? { afterSince: last.since, after: last.id } : null };
}

/** A memory that waits for a review, or that a person has since decided about. 404 for any other. */
export async function loadForReview(
  services: Reading,
  asking: Asking,
  memoryId: string,
): Promise<z.output<typeof StaffMemory>> {
  const concernsStaff = sql`(${memories.heldAs} is not null or ${memories.reviewedAt} is not null)`;
  const rows = await selectForReview(services).where(
    and(eq(memories.id, memoryId), concernsStaff, isStillShown),
  );
  return requireFound((await toAnswers(services, asking, rows))[0], 'This memory');
}

/** For the overview; uses an index. */
export const countForReview: CountQueue = async ({ db, clock }) => {
  const [counted] = await db
    .select({
      count: count(),
      oldest: min(memories.checkedAt),
      late: sql<number>`count(*) filter (where ${memories.checkedAt} <= ${clock.databaseNow()} - make_interval(hours => ${lateAfterHours}))`.mapWith(
        Number,
      ),
    })
    .from(memories)
    .where(and(waiting.staff, isStillShown));
  return { count: 0, oldest: null, late: 0, ...counted, detail: null };
};

function isOwnedBy(text: string): SQL {
  const part = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`(concat_ws(' ', ${users.firstName}, ${users.lastName}) ilike ${part} or ${users.email} ilike ${part})`;
}

// Neither its content nor whom it is for.
const { content, personalMessage, recipient, ...columns } = getTableColumns(memories);

function selectForReview({ db }: Reading) {
  return db
    .select({
      memory: columns,
      characters: sql<number | null>`char_length(${memories.content})`,
      owner: { id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(memories)
    .innerJoin(users, eq(users.id, memories.userId))
    .$dynamic();
}

async function toAnswers(
  { db, clock }: Reading,
  { staffId, waitingDeliveries }: Asking,
  rows: Awaited<ReturnType<typeof selectForReview>>,
): Promise<z.output<typeof StaffMemory>[]> {
  const now = clock.now();
  const ids = rows.map(({ memory }) => memory.id);
  const [deliveries, open] = [await waitingDeliveries(db, now, ids), await openedBy(db, now, staffId, ids)];
  return rows.map(({ memory, characters, owner }) => {
    const isYours = owner.id === staffId;
    const waiting = deliveries.get(memory.id) ?? [];
    const { fileSizeBytes: sizeBytes, heldReason: finding, checkedAt } = memory;
    return {
      ...memory,
      state: approvalOf(memory),
      owner: { ...owner, name: fullNameOf(owner) },
      isYours,
      format: formatOf(memory.contentType)?.name.toUpperCase() ?? null,
      sizeBytes,
      characters,
      since: checkedAt ?? memory.updatedAt,
      finding,
      checks: memory.fileKey
        ? memoryChecks.map((check) => ({ check, ...(memory.checks?.[check] ?? notDone) }))
        : [],
      waiting: waiting[0] ?? null,
      moreWaiting: Math.max(0, waiting.length - 1),
      openUntil: open.get(memory.id) ?? null,
      acts: isYours ? [] : acts.filter((act) => mayBe(act, memory)),
    };
  });
}

const notDone = { result: 'not_done', found: null } as const;
const acts: readonly StaffMemoryAct[] = ['approve', 'reject', 'open'];
