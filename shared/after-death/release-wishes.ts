import { z } from 'zod';
import { CodeIfOn, PresentPassword } from '../accounts/accounts.ts';
import { EmailAddress, Id, Instant, plainText } from '../values.ts';
import { AliveStanding } from './alive.ts';

// What owners choose, while they live, about reports of their death and what comes after.
//
//   GET  /api/release-wishes                        ReleaseWishes
//   PUT  /api/release-wishes                        ReleaseWishesForm; answers ReleaseWishes
//   POST /api/release-wishes/second-email           SecondEmailForm; 202 ReleaseWishes, a link to confirm it is on its way
//   POST /api/release-wishes/second-email/removal   ConfirmationForm; answers ReleaseWishes; also takes back one that is not confirmed
//   POST /api/release-wishes/stopping-code          ConfirmationForm; 201 StoppingCode, which replaces the one before
//   POST /api/alive                                 StoppingCodeForm; needs no account
//
// `POST /api/auth/confirm-second-email { token }` confirms a second address.

export const maxObjectionDays = 30;
export const maxQuietDays = 90;
export const noteToContactsMaxCharacters = 1000;
/** A shorter window, or more people who may report, counts only after so many days. */
export const lessStrictAfterDays = 30;

/**
 * Whose reports are taken as others are. Nobody is refused, since that would tell that there is an account: what somebody else
 * reports takes two different members of staff.
 */
export const Reporters = z.enum(['anyone', 'trusted_contacts'], 'Please choose who may report');
export type Reporters = z.output<typeof Reporters>;

const wholeDays = (max: number) =>
  z
    .number('Please enter a number of days')
    .int('Please enter whole days')
    .min(0, 'Please enter a number of days')
    .max(max, `At most ${max} days are possible`);

export const ReleaseWishesForm = z.object({
  reporters: Reporters,
  /** For how many days we wait for an objection. Null: as long as for everybody, `defaultObjectionHours`; never less than those. */
  objectionDays: wholeDays(maxObjectionDays).nullable(),
  /** For how many days after the release dated deliveries wait. */
  quietDays: wholeDays(maxQuietDays),
  /** Shown to trusted contacts once what was left is released. */
  noteToContacts: plainText(noteToContactsMaxCharacters)
    .trim()
    .transform((text) => text || null)
    .nullable(),
});
export type ReleaseWishesForm = z.output<typeof ReleaseWishesForm>;

export const ReleaseWishes = z.object({
  reporters: Reporters,
  objectionDays: z.number().nullable(),
  /** What counts instead until `until`, since the choices above are less strict. Null where they count already. */
  stricterUntil: z
    .object({ until: Instant, reporters: Reporters, objectionDays: z.number().nullable() })
    .nullable(),
  defaultObjectionHours: z.number(),
  quietDays: z.number(),
  noteToContacts: z.string().nullable(),
  secondEmail: z.string().nullable(),
  /** Becomes `secondEmail` once the link sent to it is opened. */
  pendingSecondEmail: z.string().nullable(),
  /** The code on the printed sheet; null where none was made. It works once. */
  stoppingCode: z.object({ madeAt: Instant, usedAt: Instant.nullable() }).nullable(),
  /** `isReachable`: by email or by text message. */
  trustedContacts: z.array(z.object({ id: Id, name: z.string(), isReachable: z.boolean() })),
  /** Recipients for whom somebody else is named in case they have died; see `substituteId` of recipients. */
  substitutes: z.array(
    z.object({ recipientId: Id, name: z.string(), substituteId: Id, substituteName: z.string() }),
  ),
});
export type ReleaseWishes = z.input<typeof ReleaseWishes>;

export const SecondEmailForm = z.object({ email: EmailAddress, password: PresentPassword, code: CodeIfOn });
export type SecondEmailForm = z.output<typeof SecondEmailForm>;

/** For the printed sheet, in groups of four; it is answered this once, and nobody can read it again. */
export const StoppingCode = z.object({ code: z.string() });
export type StoppingCode = z.input<typeof StoppingCode>;

/** As somebody types it: spaces, hyphens and capitals do not matter. */
export const StoppingCodeForm = z.object({
  code: plainText(100, 'Please enter the code of your sheet')
    .trim()
    .min(1, 'Please enter the code of your sheet'),
});

/** What a right code has done. Any other is a 404, in the same words whether it never was one or was used before. */
export const StoppingCodeAnswer = z.union([
  /** Where it `changed` nothing, since it was known before, the code stays good. */
  AliveStanding,
  /** Nothing waits to be stopped, and the code stays good. */
  z.object({ firstName: z.string(), state: z.literal('no_report') }),
]);
export type StoppingCodeAnswer = z.input<typeof StoppingCodeAnswer>;
