import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../platform/columns.ts';
import type { ChainFault } from '../../system/audit/audit.ts';

/** Checks of the whole audit log that staff asked for. One runs at a time. */
export const auditChecks = pgTable(
  'audit_checks',
  {
    id: id(),
    startedAt: instant('started_at').notNull(),
    startedBy: uuid('started_by').notNull(),
    /** When it last reported progress. */
    progressAt: instant('progress_at').notNull(),
    checked: bigint('checked', { mode: 'number' }).notNull().default(0),
    total: bigint('total', { mode: 'number' }).notNull(),
    finishedAt: instant('finished_at'),
    /** By a person, or because it stopped reporting progress. */
    cancelledAt: instant('cancelled_at'),
    lastEntryId: bigint('last_entry_id', { mode: 'number' }),
    lastHash: text('last_hash'),
    faults: integer('faults').notNull().default(0),
    firstFaultId: bigint('first_fault_id', { mode: 'number' }),
    firstFault: text('first_fault').$type<ChainFault['what']>(),
  },
  (table) => [index('audit_checks_finished_at').on(table.finishedAt)],
);

export type AuditCheckRow = typeof auditChecks.$inferSelect;
