import { z } from 'zod';
import { allOrNone, instantInQuery, pageLimit } from '../list-query.ts';
import { CalendarDay, Id, Instant, Reason } from '../values.ts';
import { LifeChangeKind } from './trusted-access.ts';

// What trusted contacts have told us about people's lives, and what staff decide.
//
//   GET  /api/admin/life-changes                     the queue
//   GET  /api/admin/life-changes/:id
//   POST /api/admin/life-changes/:id/answer          { message }: it stands, and the contact is told why
//   POST /api/admin/life-changes/:id/end             ends the hold on that person
//   POST /api/admin/life-changes/:id/name-guardian   gives the person named by the contact a say in what comes to this child
//   POST /api/admin/life-changes/:id/confirm-death   what was for them goes to the substitute, if there is one

/** `open`: nobody has answered it. `answered` and `confirmed` (a death): it still applies. */
export const lifeChangeStates = ['open', 'answered', 'confirmed', 'ended'] as const;
export const LifeChangeState = z.enum(lifeChangeStates);
export type LifeChangeState = z.output<typeof LifeChangeState>;

const lifeChangeActs = ['answer', 'name-guardian', 'end', 'confirm-death'] as const;
export type LifeChangeAct = (typeof lifeChangeActs)[number];

const Named = z.object({ id: Id, name: z.string() });

export const StaffLifeChange = z.object({
  id: Id,
  kind: LifeChangeKind,
  state: LifeChangeState,
  person: Named,
  owner: Named,
  /** The trusted contact; null once the owner has removed them. */
  contact: Named.nullable(),
  note: z.string().nullable(),
  /** For a minor: the guardian whom the contact names, who may be the contact. */
  guardian: Named.extend({ isContact: z.boolean() }).nullable(),
  /** For a minor: the date of birth, and whether it comes from the owner or from the contact. */
  birthday: z.object({ day: CalendarDay, by: z.enum(['owner', 'contact']) }).nullable(),
  since: Instant,
  isLate: z.boolean(),
  answeredAt: Instant.nullable(),
  confirmedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  endedBy: z.enum(['contact', 'staff', 'system']).nullable(),
  /** Who last answered or decided, and what they wrote to the contact. */
  answeredBy: z.string().nullable(),
  message: z.string().nullable(),
  others: z.array(LifeChangeKind),
  /** Deliveries that wait because that person is on hold. */
  waiting: z.number(),
  /** Who gets what was for them if they have died, as the owner chose. */
  substitute: Named.nullable(),
  acts: z.array(z.enum(lifeChangeActs)),
});
export type StaffLifeChange = z.input<typeof StaffLifeChange>;

const staffLifeChangesPerPage = 50;

export const StaffLifeChangeQuery = z
  .object({
    state: LifeChangeState.default('open'),
    limit: pageLimit(staffLifeChangesPerPage),
    afterSince: instantInQuery,
    after: Id.optional(),
  })
  .refine(...allOrNone('afterSince', 'after'));
export type StaffLifeChangeQuery = z.output<typeof StaffLifeChangeQuery>;

/** Longest waiting first; ended ones latest first. */
export const StaffLifeChangeList = z.object({
  changes: z.array(StaffLifeChange),
  next: z.object({ afterSince: Instant, after: Id }).nullable(),
});
export type StaffLifeChangeList = z.input<typeof StaffLifeChangeList>;

const Seen = z.object({ state: LifeChangeState, substituteId: Id.nullable() });
export type SeenLifeChange = z.output<typeof Seen>;

/** `message` is sent to the contact, in the words of staff. */
export const StaffLifeChangeDecision = z.object({ reason: Reason, seen: Seen, message: Reason.nullish() });
export const StaffLifeChangeAnswer = StaffLifeChangeDecision.extend({ message: Reason });
