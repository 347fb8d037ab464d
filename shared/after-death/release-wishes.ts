import { z } from 'zod';
import { CodeIfOn, PresentPassword } from '../accounts/accounts.ts';
import { EmailAddress, Id, Instant, plainText } from '../values.ts';
import { AliveStanding } from './alive.ts';

// What owners choose, while they are alive, about reports of their death and what comes after.
//
//   GET  /api/release-wishes                        ReleaseWishes
//   PUT  /api/release-wishes                        ReleaseWishesForm; returns ReleaseWishes
//   POST /api/release-wishes/second-email           SecondEmailForm; 202 ReleaseWishes, a link to confirm it is on its way
//   POST /api/release-wishes/second-email/removal   ConfirmationForm; returns ReleaseWishes; also removes an unconfirmed one
//   POST /api/release-wishes/stopping-code          ConfirmationForm; 201 StoppingCode, which replaces the previous one
//   POST /api/alive                                 StoppingCodeForm; needs no account
//
// `POST /api/auth/confirm-second-email { token }` confirms a second address.

export const maxObjectionDays = 30;
export const maxQuietDays = 90;
export const noteToContactsMaxCharacters = 1000;
/** A shorter window, or more people who may report, takes effect only after this many days. */
export const lessStrictAfterDays = 30;

/**
 * Whose reports are treated like any others. Nobody's report is refused, since that would reveal that there
 * is an account, but a report by somebody else needs two different members of staff.
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
  /** For how many days we wait for an objection. Null: the default, `defaultObjectionHours`; never less than that. */
  objectionDays: wholeDays(maxObjectionDays).nullable(),
  /** For how many days after the release dated deliveries wait. */
  quietDays: wholeDays(maxQuietDays),
  /** Shown to trusted contacts after the release. */
  noteToContacts: plainText(noteToContactsMaxCharacters)
    .trim()
    .transform((text) => text || null)
    .nullable(),
});
export type ReleaseWishesForm = z.output<typeof ReleaseWishesForm>;

export const ReleaseWishes = z.object({
  reporters: Reporters,
  objectionDays: z.number().nullable(),
  /** What applies instead until `until`, because the choices above are less strict. Null if they already apply. */
  stricterUntil: z
    .object({ until: Instant, reporters: Reporters, objectionDays: z.number().nullable() })
    .nullable(),
  defaultObjectionHours: z.number(),
  quietDays: z.number(),
  noteToContacts: z.string().nullable(),
  secondEmail: z.string().nullable(),
  /** Becomes `secondEmail` once the link sent to it is opened. */
  pendingSecondEmail: z.string().nullable(),
  /** The code on the printed sheet; null if none was made. It works once. */
  stoppingCode: z.object({ madeAt: Instant, usedAt: Instant.nullable() }).nullable(),
  /** `isReachable`: by email or by text message. */
  trustedContacts: z.array(z.object({ id: Id, name: z.string(), isReachable: z.boolean() })),
  /** Recipients with a substitute in case they have died; see `substituteId` of recipients. */
  substitutes: z.array(
    z.object({ recipientId: Id, name: z.string(), substituteId: Id, substituteName: z.string() }),
  ),
});
export type ReleaseWishes = z.input<typeof ReleaseWishes>;

export const SecondEmailForm = z.object({ email: EmailAddress, password: PresentPassword, code: CodeIfOn });
export type SecondEmailForm = z.output<typeof SecondEmailForm>;

/** For the printed sheet, in groups of four; it is returned only this once, and nobody can read it again. */
export const StoppingCode = z.object({ code: z.string() });
export type StoppingCode = z.input<typeof StoppingCode>;

/** As typed: spaces, hyphens and case do not matter. */
export const StoppingCodeForm = z.object({
  code: plainText(100, 'Please enter the code of your sheet')
    .trim()
    .min(1, 'Please enter the code of your sheet'),
});

/** What a correct code has done. Any other gets the same 404, whether it never existed or was already used. */
export const StoppingCodeAnswer = z.union([
  /** If it `changed` nothing, since we already knew, the code stays valid. */
  AliveStanding,
  /** There is nothing to stop, and the code stays valid. */
  z.object({ firstName: z.string(), state: z.literal('no_report') }),
]);
export type StoppingCodeAnswer = z.input<typeof StoppingCodeAnswer>;
