import { z } from 'zod';
import { relationships } from '../people/recipients.ts';
import { CalendarDay, EmailAddress, Id, Instant, optionalLine, plainText } from '../values.ts';
import { noteMaxCharacters } from './report-rules.ts';

export { noteMaxCharacters };

// What an owner's trusted contact sees and does after a death, through a link and without an account.
//
//   GET /api/trusted/:token              the page; changes nothing
//   POST /api/trusted/:token/answer      { answer, note } in the objection window: alive, or wait
//   PUT /api/trusted/:token/people/:id   where somebody is reached, once what was left goes out
//
// It never contains titles, messages, files or counts, nor anything about what is still to come.

/** `window`: is the owner alive? `looking`: staff look into it. `open`: what was left goes out. `closed`: the report has ended. */
export const TrustedState = z.enum(['window', 'looking', 'open', 'closed']);
export type TrustedState = z.output<typeof TrustedState>;

/** What a contact says in the window. Either answer returns the report to staff. */
export const trustedAnswers = ['alive', 'wait'] as const;
export const TrustedAnswer = z.enum(
  trustedAnswers,
  'Please say whether they are alive, or whether we should wait',
);
export type TrustedAnswer = z.output<typeof TrustedAnswer>;

/**
 * How far we have come with somebody. It reveals nothing about what is to come: `nothing_to_do` also covers people for whom only later
 * things are meant, and `held` depends on the hold alone. `waits`: something has begun, and cannot go before we have dealt with it.
 */
export const reachStates = [
  'reached',
  'on_its_way',
  'waits',
  'not_reached',
  'no_address',
  'held',
  'nothing_to_do',
] as const;
export const ReachState = z.enum(reachStates);
export type ReachState = z.output<typeof ReachState>;

export const lifeChangeKinds = ['moved', 'new_name', 'minor', 'pause', 'died', 'hold'] as const;
export const LifeChangeKind = z.enum(lifeChangeKinds, 'Please say what has changed');
export type LifeChangeKind = z.output<typeof LifeChangeKind>;

export const TrustedPerson = z.object({
  id: Id,
  /** The contact who reads this; nothing is asked about them. */
  isYou: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  relationship: z.enum(relationships),
  email: z.string().nullable(),
  secondEmail: z.string().nullable(),
  phone: z.string().nullable(),
  mailingAddress: z.string().nullable(),
  /** Nothing is sent to them before this, since somebody has changed where they are reached. */
  addressWaitsUntil: Instant.nullable(),
  reach: ReachState,
  /** When something first reached them after the death. */
  reachedAt: Instant.nullable(),
  /** Since when mail to their address comes back. */
  cameBackAt: Instant.nullable(),
  /** What trusted contacts have told us about them that still applies. */
  changes: z.array(
    z.object({
      id: Id,
      kind: LifeChangeKind,
      /** Only for the contact who wrote it. */
      note: z.string().nullable(),
      /** Whom that contact named as the guardian of a child. */
      guardianId: Id.nullable(),
      since: Instant,
      canLift: z.boolean(),
    }),
  ),
});
export type TrustedPerson = z.input<typeof TrustedPerson>;

export const TrustedPage = z.object({
  state: TrustedState,
  ownerFirstName: z.string(),
  ownerName: z.string(),
  contactName: z.string(),
  dateOfDeath: CalendarDay,
  isDateApproximate: z.boolean(),
  /** Until when nothing happens; only in the window. */
  objectionEndsAt: Instant.nullable(),
  /** What this contact has answered in this window. */
  answered: TrustedAnswer.nullable(),
  /** The owner's own words; only once it is open, like the people. */
  noteToContacts: z.string().nullable(),
  people: z.array(TrustedPerson),
  /** What recipients wrote for the family about what they were given: only their words, never what they are about. Only once it is open. */
  wordsBack: z.array(z.object({ id: Id, name: z.string(), text: z.string(), writtenAt: Instant })),
  /** How and when it ended, once it is closed: before anything was released, or with a release that was our mistake. */
  ended: z.object({ as: z.enum(['unreleased', 'revoked']), at: Instant.nullable() }).nullable(),
});
export type TrustedPage = z.input<typeof TrustedPage>;

export const TrustedAnswerForm = z.object({
  answer: TrustedAnswer,
  /** For staff: why, or where the owner can be found. */
  note: plainText(noteMaxCharacters).trim().nullish(),
});

const NoEmail = z.literal('').transform(() => null);
const contactFields = {
  email: z.union([NoEmail, EmailAddress]).nullable(),
  /** If omitted, it stays as it is. */
  secondEmail: z.union([NoEmail, EmailAddress]).nullish(),
  phone: optionalLine(40).transform((phone) => phone || null),
  mailingAddress: optionalLine(500).transform((address) => address || null),
};

export const TrustedCorrection = z.object({
  ...contactFields,
  seen: z.object({
    email: z.string().nullable(),
    secondEmail: z.string().nullish(),
    phone: z.string().nullable(),
    mailingAddress: z.string().nullable(),
  }),
});
export type TrustedCorrection = z.output<typeof TrustedCorrection>;

export const TrustedParams = z.object({ token: z.string().regex(/^[\w-]{43}$/) });
export const TrustedPersonParams = TrustedParams.extend({ id: Id });

/** The fields of a person's record that a contact may correct. */
export const correctedFields = [
  'firstName',
  'lastName',
  'email',
  'secondEmail',
  'phone',
  'mailingAddress',
] as const;
export const CorrectedField = z.enum(correctedFields);
export type CorrectedField = z.output<typeof CorrectedField>;
