import { z } from 'zod';
import { instantInQuery, pageLimit } from '../list-query.ts';
import { type AuditAction, auditActions } from '../system/audit-actions.ts';
import { EmailAddress, Id, Instant, Reason } from '../values.ts';

// What staff read in the audit log: ids and figures, never content.

/** What an action is about: the part of its name before the dot. */
type GroupOf<Action extends AuditAction> = Action extends `${infer Group}.${string}` ? Group : never;
export type AuditGroup = GroupOf<AuditAction>;
export const groupOf = (action: AuditAction): AuditGroup => action.split('.')[0] as AuditGroup;
export const auditGroups = [...new Set(auditActions.map(groupOf))];

/** Who did something. An erased account, or a command, has no name. */
const Actor = z.object({
  kind: z.enum(['system', 'command', 'recipient', 'trusted-contact', 'payer', 'owner', 'staff', 'account']),
  id: z.string(),
  name: z.string().nullable(),
});

const Facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable();

export const AuditLogEntry = z.object({
  id: z.number(),
  at: Instant,
  action: z.enum(auditActions),
  actor: Actor,
  /** Whose account it concerns. */
  account: z.object({ id: Id, name: z.string().nullable() }).nullable(),
  subjectId: Id.nullable(),
  details: Facts,
  before: Facts,
  after: Facts,
  reason: z.string().nullable(),
  /** Entries of the last seconds are not chained yet. */
  isChained: z.boolean(),
});
export type AuditLogEntry = z.input<typeof AuditLogEntry>;

export const AuditLogList = z.object({
  entries: z.array(AuditLogEntry),
  /** To request those before this one. */
  next: z.object({ before: z.number() }).nullable(),
});
export type AuditLogList = z.input<typeof AuditLogList>;

const filters = {
  who: z.union([z.literal('system'), Id], 'Please give an id').optional(),
  action: z.enum([...auditGroups, ...auditActions]).optional(),
  /** The id of an account, or its email address. */
  account: z.union([Id, EmailAddress], 'Please give an email address or an id').optional(),
  subject: z.uuid('Please give an id').optional(),
  /** From the first, to before the second. */
  from: instantInQuery,
  to: instantInQuery,
};
export const AuditLogFilters = z.object(filters);
export type AuditLogFilters = z.output<typeof AuditLogFilters>;

const entriesPerPage = 50;

export const AuditLogQuery = z.object({
  ...filters,
  limit: pageLimit(entriesPerPage, 200),
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
});
export type AuditLogQuery = z.output<typeof AuditLogQuery>;

export const mostExportedEntries = 100_000;

/** The entries as a file of comma-separated values. */
export const AuditLogExport = z.object({ ...filters, reason: Reason });
export type AuditLogExport = z.output<typeof AuditLogExport>;

/** A check of all hashes, and what it found. */
export const AuditCheck = z.object({
  startedAt: Instant,
  startedBy: z.string().nullable(),
  /** How many of `total` entries; slightly more at the end, because others are written meanwhile. */
  checked: z.number(),
  total: z.number(),
  finishedAt: Instant.nullable(),
  /** The newest entry that was compared. */
  lastEntryId: z.number().nullable(),
  /** Anyone who keeps it elsewhere can tell later whether the end was cut off. */
  lastHash: z.string().nullable(),
  faults: z.number(),
  /** The first entry that was changed. */
  first: z.object({ entryId: z.number(), what: z.enum(['changed', 'added', 'missing', 'cut']) }).nullable(),
});
export type AuditCheck = z.input<typeof AuditCheck>;

export const AuditCheckState = z.object({ running: AuditCheck.nullable(), last: AuditCheck.nullable() });
export type AuditCheckState = z.input<typeof AuditCheckState>;
