import { sql } from 'drizzle-orm';
import { bigint, date, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../../../platform/columns.ts';

/** Figures and ids, never content or addresses. */
export type AuditFacts = Record<string, string | number | boolean | null>;

/**
 * Append-only: a trigger refuses everything except inserting, and removing what was said about an account
 * that is erased. Contains ids, never content or addresses.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    /** `system`, or the id of the account that acted. */
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    userId: uuid('user_id'),
    subjectId: uuid('subject_id'),
    details: jsonb('details').$type<AuditFacts>(),
    /** Why a person did it, in their own words. */
    reason: text('reason'),
    /** What changed: the same fields as they were and as they are now. */
    before: jsonb('before').$type<AuditFacts>(),
    after: jsonb('after').$type<AuditFacts>(),
  },
  (table) => [
    index('audit_log_subject_id').on(table.subjectId),
    index('audit_log_user_id').on(table.userId, table.id),
    // Neither index includes what a successful delivery writes, so that it does not pay for them.
    index('audit_log_actor').on(table.actor, table.id).where(sql`${table.actor} <> 'system'`),
    index('audit_log_action')
      .on(table.action, table.id)
      .where(sql`${table.action} not in ('schedule.started', 'delivery.delivered')`),
    index('audit_log_at').using('brin', table.at).with({ autosummarize: true, pages_per_range: 16 }),
  ],
);

/**
 * The hash of each entry, over the entry and the hash of the one before it. Written a moment after the entries, by one
 * process at a time; append-only like them.
 */
export const auditChain = pgTable('audit_chain', {
  entryId: bigint('entry_id', { mode: 'number' }).primaryKey(),
  previousHash: bytes('previous_hash').notNull(),
  hash: bytes('hash').notNull(),
  /** The hash of what the entry says beyond who did what; `hash` covers this one instead. Null if it says no more, and for the oldest entries. */
  saidHash: bytes('said_hash'),
  /** Hashed with it, so that nobody can guess what was said once both are erased; null from then on. */
  salt: bytes('salt'),
});

/** The last hash of each day, signed. Append-only too. */
export const auditCheckpoints = pgTable('audit_checkpoints', {
  /** In UTC. */
  day: date('day', { mode: 'string' }).primaryKey(),
  entryId: bigint('entry_id', { mode: 'number' }).notNull(),
  hash: bytes('hash').notNull(),
  signedAt: instant('signed_at').notNull(),
  /** Ed25519, as are the signatures. */
  publicKey: bytes('public_key').notNull(),
  signature: bytes('signature').notNull(),
});

export type AuditCheckpointRow = typeof auditCheckpoints.$inferSelect;
