import { z } from 'zod';
import { auditActions } from '../system/audit-actions.ts';
import { Instant } from '../values.ts';

// The audit log's entries about an account, for its owner.
//
//   GET /api/user/log?before=12345

const accountLogActors = ['you', 'staff', 'we', 'recipient', 'trusted-contact', 'payer', 'somebody'] as const;

export const AccountLogQuery = z.object({
  /** Only entries with a smaller number. */
  before: z.coerce.number().int().positive().optional(),
});

export const AccountLog = z.object({
  /** Newest first. */
  entries: z.array(
    z.object({
      /** Its number in the audit log. */
      id: z.number().int(),
      at: Instant,
      action: z.enum(auditActions),
      by: z.enum(accountLogActors),
      /** SHA-256 in hex, which covers all entries before it; null during its first seconds. */
      hash: z.string().nullable(),
    }),
  ),
  /** To request those before this one. */
  next: z.object({ before: z.number().int() }).nullable(),
});
export type AccountLog = z.input<typeof AccountLog>;
