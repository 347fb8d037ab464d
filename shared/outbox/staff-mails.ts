import { z } from 'zod';
import { allOrNone, instantInQuery, minAgeHours, pageLimit, searchedText } from '../list-query.ts';
import { Id, Instant, Reason } from '../values.ts';
import { mailKinds } from './mail-kinds.ts';

// What staff see of the outbox: never a subject, any content or a link, and an address only if they ask for it.

/** Waiting ones are retried automatically; failed ones wait for a person. */
const mailStates = ['waiting', 'failed', 'sent', 'unwanted'] as const;
export type MailState = (typeof mailStates)[number];

const MailAct = z.enum(['send-again', 'set-aside']);
export type MailAct = z.infer<typeof MailAct>;

export const StaffMail = z.object({
  id: Id,
  kind: z.enum(mailKinds),
  state: z.enum(mailStates),
  /** Masked: `r•••@example.com`. Null if it is looked up when the mail is sent. */
  to: z.string().nullable(),
  /** The account that it concerns, if there is one. */
  userId: Id.nullable(),
  attempts: z.number(),
  /** The mail server's answer to the last attempt; null once it accepted the mail. */
  lastAnswer: z.string().nullable(),
  writtenAt: Instant,
  lastAttemptAt: Instant.nullable(),
  /** For a waiting mail, the latest time of the next attempt. */
  nextAttemptBy: Instant.nullable(),
  /** When it was sent, failed, or was no longer wanted. */
  endedAt: Instant.nullable(),
  acts: z.array(MailAct),
});
export type StaffMail = z.input<typeof StaffMail>;

export const StaffMailList = z.object({
  mails: z.array(StaffMail),
  /** To request what comes after this one. */
  next: z.object({ beforeWritten: Instant, before: Id }).nullable(),
});
export type StaffMailList = z.input<typeof StaffMailList>;

const staffMailsPerPage = 50;

/** Newest first. */
export const StaffMailQuery = z
  .object({
    kind: z.enum(mailKinds).optional(),
    state: z.enum(mailStates).optional(),
    minAgeHours,
    /** The beginning of a name or of the email address of the account that it concerns, or of a part of the address. */
    person: searchedText.optional(),
    limit: pageLimit(staffMailsPerPage),
    beforeWritten: instantInQuery,
    before: Id.optional(),
  })
  .refine(...allOrNone('beforeWritten', 'before'));
export type StaffMailQuery = z.output<typeof StaffMailQuery>;

export const StaffMailCounts = z.object({
  waiting: z.number(),
  failed: z.number(),
});
export type StaffMailCounts = z.input<typeof StaffMailCounts>;

/** The mail as staff saw it when they decided. If it has changed since, nothing is done. */
const Seen = z.object({ state: z.enum(mailStates), attempts: z.number().int().min(0) });
export type SeenMail = z.output<typeof Seen>;

export const StaffMailChange = z.object({ reason: Reason, seen: Seen });
export const StaffMailQuestion = z.object({ reason: Reason });
export const StaffMailAddress = z.object({ address: z.string() });
export type StaffMailAddress = z.input<typeof StaffMailAddress>;
