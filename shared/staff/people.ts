import { z } from 'zod';
import { PlanKey } from '../accounts/accounts.ts';
import { Session } from '../accounts/sessions.ts';
import { billingPeriods } from '../billing/billing.ts';
import { allOrNone, pageLimit, searchedText } from '../list-query.ts';
import { auditActions } from '../system/audit-actions.ts';
import { Id, Instant, isStorable, notStorable } from '../values.ts';

// What staff see of an account: never a title, any content or whom somebody writes to.

const PersonFound = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  subscriptionPlan: PlanKey,
  isAdmin: z.boolean(),
  /** Since when staff have kept them from signing in. */
  suspendedAt: Instant.nullable(),
  /** When the account was released after their death. */
  memorialisedAt: Instant.nullable(),
  deletionRequestedAt: Instant.nullable(),
  createdAt: Instant,
});
export type PersonFound = z.input<typeof PersonFound>;

/** In which field the match begins, in the order in which matches are listed; last come those with a match anywhere. */
export const searchedBy = ['last_name', 'first_name', 'address', 'part'] as const;
export type SearchedBy = (typeof searchedBy)[number];

/** To request what comes after this one. `afterText` is an id for matches anywhere. */
const Place = z.object({ by: z.enum(searchedBy), afterText: z.string().max(1000), after: Id });

export const PeopleList = z.object({ people: z.array(PersonFound), next: Place.nullable() });
export type PeopleList = z.input<typeof PeopleList>;

const peoplePerPage = 50;

export const PeopleQuery = z
  .object({
    /** Any part of a name or of an email address; only the beginning of one if it is shorter than three letters. */
    q: searchedText,
    limit: pageLimit(peoplePerPage),
    by: Place.shape.by.optional(),
    afterText: Place.shape.afterText.refine(isStorable, notStorable).optional(),
    after: Id.optional(),
  })
  .refine(...allOrNone('by', 'afterText', 'after'));
export type PeopleQuery = z.output<typeof PeopleQuery>;

/** What staff may do to an account in its present state. */
export const PersonAct = z.enum([
  'send-verification',
  'end-sessions',
  'suspend',
  'let-in',
  'grant-staff',
  'withdraw-staff',
]);
export type PersonAct = z.infer<typeof PersonAct>;

const Colleague = z.object({ id: Id, name: z.string() });

/** Something that staff did to this account, from the audit log. */
const StaffActivity = z.object({
  id: z.number(),
  at: Instant,
  action: z.enum(auditActions),
  /** Null if the operator's settings did it, or if the account is gone. */
  by: Colleague.nullable(),
  reason: z.string(),
  subjectId: Id.nullable(),
});
export type StaffActivity = z.input<typeof StaffActivity>;

/** Something that a recipient or a guardian did; never what they wrote. */
const RecipientActivity = z.object({
  id: z.number(),
  at: Instant,
  action: z.enum(auditActions),
  /** Whom it concerns; null if they were removed from the address book. */
  recipient: z.string().nullable(),
});
export type RecipientActivity = z.input<typeof RecipientActivity>;

/** Why an account whose deletion was asked for is not erased yet, whatever the day. */
const erasureWaits = ['suspended', 'held', 'untold', 'items', 'charged', 'reported', 'released'] as const;
export type ErasureWait = (typeof erasureWaits)[number];

export const Person = PersonFound.extend({
  emailVerifiedAt: Instant.nullable(),
  /** Also true without a mail server, when nobody can be asked. */
  emailVerified: z.boolean(),
  pendingEmail: z.string().nullable(),
  twoFactorSince: Instant.nullable(),
  requestedPlan: PlanKey.nullable(),
  subscriptionStatus: z.string(),
  subscriptionStartDate: Instant.nullable(),
  /** Of the last payment for the plan. */
  billingPeriod: z.enum(billingPeriods).nullable(),
  paidThrough: Instant.nullable(),
  /** When everything is erased, if the owner requested that; not while `erasureWaits` says why. */
  erasedAfter: Instant.nullable(),
  erasureWaits: z.enum(erasureWaits).nullable(),
  suspension: z.object({ by: Colleague.nullable(), reason: z.string() }).nullable(),
  sessions: z.array(Session),
  /** How many of their deliveries have stopped. */
  stoppedDeliveries: z.number(),
  activity: z.array(StaffActivity),
  recipientActivity: z.array(RecipientActivity),
  acts: z.array(PersonAct),
});
export type Person = z.input<typeof Person>;
