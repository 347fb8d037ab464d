import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type {
  ProofKind,
  ProofMediaType,
  ReporterRelationship,
} from '../../../../../shared/after-death/death-reports.ts';
import type {
  CaseState,
  StoppedBy,
  WarningAnswers,
} from '../../../../../shared/after-death/staff-death-reports.ts';
import { belongsTo, id, instant } from '../../../../platform/columns.ts';
import { searchedInParts } from '../../../../platform/text-search.ts';
import { users } from '../../../accounts/profile/profile.table.ts';

/**
 * The question to an owner whether they are alive. It covers all reports that come while it is open, so that
 * nobody is flooded. How often we asked is counted here, since mails are erased after some days.
 */
export const ownerQuestions = pgTable(
  'owner_questions',
  {
    id: id(),
    userId: belongsTo('user_id', () => users.id),
    openedAt: instant('opened_at').notNull(),
    proofAt: instant('proof_at'),
    /** When the owner was asked before there was a proof. */
    askedAt: instant('asked_at'),
    /** When the owner was asked through every channel, because there was a proof. */
    askedWithProofAt: instant('asked_with_proof_at'),
    /** When the owner is to be asked; null if there is nothing to ask. */
    dueAt: instant('due_at'),
    /** When the owner answered, or the last of its reports stopped waiting. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('owner_questions_user_id').on(table.userId),
    uniqueIndex('owner_questions_one_open').on(table.userId).where(sql`${table.endedAt} is null`),
    index('owner_questions_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
  ],
);

export type OwnerQuestionRow = typeof ownerQuestions.$inferSelect;

/** Somebody's report that a person has died, and what became of it. Its states are in death-report-state.ts. */
export const deathReports = pgTable(
  'death_reports',
  {
    id: id(),
    tokenHash: text('token_hash').notNull(),
    /** SHA-256 of the token with which the owner says "I am alive". */
    aliveTokenHash: text('alive_token_hash').notNull(),
    state: text('state').$type<CaseState>().notNull().default('draft'),
    reporterName: text('reporter_name').notNull(),
    reporterEmail: text('reporter_email').notNull(),
    relationship: text('relationship').$type<ReporterRelationship>().notNull(),
    reporterUserId: uuid('reporter_user_id').references(() => users.id, { onDelete: 'set null' }),
    timezone: text('timezone').notNull(),
    /** The newest code that was mailed to the reporter is derived from this id. */
    codeId: uuid('code_id'),
    codeTriesLeft: integer('code_tries_left').notNull().default(0),
    codeValidUntil: instant('code_valid_until'),
    confirmedAt: instant('confirmed_at'),
    deceasedName: text('deceased_name').notNull(),
    deceasedEmail: text('deceased_email'),
    dateOfDeath: date('date_of_death', { mode: 'string' }).notNull(),
    isDateApproximate: boolean('is_date_approximate').notNull(),
    /** In the reporter's words; sealed. */
    otherEvidence: text('other_evidence'),
    submittedAt: instant('submitted_at'),
    /** When we looked for the person's account, whether or not we found one. */
    matchedAt: instant('matched_at'),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Since when a worker has had to work out what this report, or its proof, means for an account; null once it has. */
    unsettledSince: instant('unsettled_since'),
    /** The question to the owner, which may cover several reports. */
    questionId: uuid('question_id').references(() => ownerQuestions.id, { onDelete: 'set null' }),
    proofReceivedAt: instant('proof_received_at'),
    /** The reporter was told that nothing is delivered before this because of the report. It never moves earlier. */
    notBefore: instant('not_before'),
    reviewDueAt: instant('review_due_at'),
    /** Approvals count within a round; each stop begins another. */
    round: integer('round').notNull().default(1),
    verifiedAt: instant('verified_at'),
    objectionEndsAt: instant('objection_ends_at'),
    /** When the owner is to be asked next; null once every message of the window is written. */
    nextAskAt: instant('next_ask_at'),
    askCount: integer('ask_count').notNull().default(0),
    stoppedAt: instant('stopped_at'),
    stoppedBy: text('stopped_by').$type<StoppedBy>(),
    /** When staff found that a sign of life after the release was not the owner's. */
    signSetAsideAt: instant('sign_set_aside_at'),
    /** When the owner, who is alive, dismissed the banner about it. */
    toldAt: instant('told_at'),
    rejectedAt: instant('rejected_at'),
    rejectedBy: uuid('rejected_by'),
    /** What the member of staff who rejected it wrote to the reporter. */
    rejectionNote: text('rejection_note'),
    /** When the reporter was told that we cannot go on; until then the report looks to them as if it is still being read. */
    answeredAt: instant('answered_at'),
    releasedAt: instant('released_at'),
    revokedAt: instant('revoked_at'),
    /** The member of staff who looks after it, and since when. Ignored once they are no longer staff; see assignees.ts. */
    assignedTo: uuid('assigned_to').references(() => users.id, { onDelete: 'set null' }),
    assignedAt: instant('assigned_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('death_reports_token_hash_key').on(table.tokenHash),
    uniqueIndex('death_reports_alive_token_hash_key').on(table.aliveTokenHash),
    index('death_reports_state').on(table.state, table.submittedAt, table.id),
    index('death_reports_sent').on(table.submittedAt, table.id).where(sql`${table.state} <> 'draft'`),
    index('death_reports_by_part')
      .using('gin', sql`${searchedParts(table)} gin_trgm_ops`)
      .with({ fastupdate: false }),
    index('death_reports_user_id').on(table.userId),
    index('death_reports_reporter').on(sql`lower(${table.reporterEmail})`),
    index('death_reports_reporter_user_id').on(table.reporterUserId),
    index('death_reports_to_settle').on(table.unsettledSince).where(sql`${table.unsettledSince} is not null`),
    index('death_reports_question_id').on(table.questionId),
    index('death_reports_to_answer')
      .on(table.reviewDueAt)
      .where(sql`${table.state} in ('rejected', 'closed') and ${table.answeredAt} is null`),
    index('death_reports_to_ask').on(table.nextAskAt).where(sql`${table.nextAskAt} is not null`),
    index('death_reports_to_end').on(table.objectionEndsAt).where(sql`${table.state} = 'objection_window'`),
    /** Covers `isAliveAfterRelease`, and also reports whose sign of life was set aside. */
    index('death_reports_alive_after_release')
      .on(table.submittedAt)
      .where(sql`${table.state} = 'released' and ${table.stoppedAt} >= ${table.releasedAt}`),
    index('death_reports_assigned_to')
      .on(table.assignedTo, table.submittedAt)
      .where(sql`${table.assignedTo} is not null`),
    index('death_reports_drafts').on(table.createdAt).where(sql`${table.state} = 'draft'`),
    /** An account has at most one window at a time, and none once it is released. */
    uniqueIndex('death_reports_one_window')
      .on(table.userId)
      .where(sql`${table.state} in ('objection_window', 'released')`),
  ],
);

type Searched = 'id' | 'userId' | 'deceasedName' | 'deceasedEmail' | 'reporterName' | 'reporterEmail';

/** A report is found by any part of the names and addresses in it, and by its own id or that of the account. */
export function searchedParts(report: Record<Searched, SQLWrapper>): SQL {
  const { id: reportId, userId, deceasedName, deceasedEmail, reporterName, reporterEmail } = report;
  const texts = [
    deceasedName,
    sql`coalesce(${deceasedEmail}, '')`,
    reporterName,
    reporterEmail,
    sql`${reportId}::text`,
    sql`coalesce(${userId}::text, '')`,
  ];
  return searchedInParts(sql.join(texts, sql` || ' ' || `));
}

export type DeathReportRow = typeof deathReports.$inferSelect;

/** A proof that came with a report. The file is stored sealed, and never changes. */
export const deathCertificates = pgTable(
  'death_certificates',
  {
    id: id(),
    reportId: belongsTo('report_id', () => deathReports.id),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    deceasedName: text('deceased_name').notNull(),
    kind: text('kind').$type<ProofKind>().notNull(),
    storageKey: text('storage_key').notNull(),
    mediaType: text('media_type').$type<ProofMediaType>().notNull(),
    /** Of the file as received, before it was sealed. */
    sizeBytes: integer('size_bytes').notNull(),
    sha256: text('sha256').notNull(),
    pages: integer('pages'),
    /** A small preview of an image, which the reporter sees until the report is sent: WebP in base64; sealed. */
    preview: text('preview'),
    /** SHA-256 of the sealed file, for backups. */
    storedSha256: text('stored_sha256').notNull(),
    storedBytes: integer('stored_bytes').notNull(),
    /** The malware scanner's verdict: `unscanned` if it did not answer, null if none is configured. Infected files are not kept. */
    scan: text('scan').$type<'clean' | 'unscanned'>(),
    /** Since when we know that the file cannot be read to its end. */
    damagedAt: instant('damaged_at'),
    /** Since when the file cannot be opened: our copy has changed or is gone, or the malware scanner found something in it. */
    unopenableAt: instant('unopenable_at'),
    submittedBy: text('submitted_by').notNull(),
    /** The member of staff whose approval verified the death. */
    verifiedBy: uuid('verified_by'),
    verifiedAt: instant('verified_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('death_certificates_report_id').on(table.reportId),
    index('death_certificates_user_id').on(table.userId),
    index('death_certificates_sha256').on(table.sha256),
    uniqueIndex('death_certificates_storage_key_key').on(table.storageKey),
  ],
);

export type DeathCertificateRow = typeof deathCertificates.$inferSelect;

export const deathReportApprovals = pgTable(
  'death_report_approvals',
  {
    id: id(),
    reportId: belongsTo('report_id', () => deathReports.id),
    round: integer('round').notNull(),
    staffId: uuid('staff_id').notNull(),
    note: text('note').notNull(),
    answers: jsonb('answers').$type<WarningAnswers>().notNull().default({}),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('death_report_approvals_once').on(table.reportId, table.round, table.staffId)],
);

/** A member of staff has opened a proof: its bytes were handed to them. It counts only in that round. */
export const proofViews = pgTable(
  'proof_views',
  {
    id: id(),
    reportId: belongsTo('report_id', () => deathReports.id),
    /** Null if it was the reporter's statement in place of a certificate. */
    proofId: uuid('proof_id').references(() => deathCertificates.id, { onDelete: 'cascade' }),
    round: integer('round').notNull(),
    staffId: uuid('staff_id').notNull(),
    viewedAt: instant('viewed_at').notNull(),
  },
  (table) => [index('proof_views_report_id').on(table.reportId, table.round)],
);
