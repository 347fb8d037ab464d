import { z } from 'zod';
import { linkChannels } from '../outbox/channels.ts';
import { nameFault, personName } from '../person-names.ts';
import {
  CalendarDay,
  EmailAddress,
  Id,
  Instant,
  isPlausibleBirthday,
  optionalLine,
  requiredLine,
  SentVersion,
} from '../values.ts';
import { AnswersGiven } from './inquiries.ts';
import { recipientFieldsMissing } from './recipient-fields-missing.ts';

export const relationships = ['spouse', 'child', 'parent', 'sibling', 'friend', 'relative', 'other'] as const;

export { recipientFieldsMissing };

const missing = recipientFieldsMissing.message;

const emptyMeansNone = z.literal('').transform(() => null);

const birthdayFault = 'Please enter a valid date of birth';
const dayFault = 'Please enter a date between 1850 and 2150';

/** How many days a recipient may have besides the birthday. */
export const maxDays = 20;

/** A day that matters, such as a wedding, and that recurs every year. */
export const DayThatMatters = z.object({
  name: requiredLine(100, 'Please say what day it is'),
  /** The first time, which may be in the future. */
  date: z.iso.date(dayFault).refine((day) => day >= '1850-01-01' && day < '2151-01-01', dayFault),
});
export type DayThatMatters = z.output<typeof DayThatMatters>;

export const knownByMaxCharacters = 160;
const lineFault = 'Please write one plain line, without a web or email address';

/** The limits for the age until which a guardian may have a say, and the default. */
export const guardianAges = { least: 1, most: 30, usual: 18 } as const;

const ageFault = `Please enter an age between ${guardianAges.least} and ${guardianAges.most}`;

/** It is part of a mail, so nothing in it may look clickable. A far too long one is refused without a search. */
const OwnLine = requiredLine(knownByMaxCharacters, lineFault).refine(
  (line) => line.length > knownByMaxCharacters || nameFault(line) === undefined,
  lineFault,
);

/**
 * What a recipient's page says about what is still to come: nothing, that more will come, or that and, after
 * the owner's death, that something was the last.
 */
export const tellMoreChoices = ['nothing', 'more', 'last'] as const;
export type TellMore = (typeof tellMoreChoices)[number];

export const RecipientForm = z.object({
  firstName: personName(100, missing),
  lastName: personName(100, missing),
  relationship: z.enum(relationships, missing),
  email: z.union([emptyMeansNone, EmailAddress]).nullish(),
  phone: optionalLine(40),
  mailingAddress: optionalLine(500),
  trustedContact: z.boolean().default(false),
  /** Another recipient, who gets what was for this one if they have died. If omitted, it stays as it is. */
  substituteId: Id.nullable().optional(),
  /** What the owner is to them, such as "mother". This and the fields after it stay as they are if omitted. */
  ownerRelationship: z
    .union([emptyMeansNone, personName(40, 'Please write a word, such as mother')])
    .nullish(),
  /** A line that only the owner could have written, for the first message after their death. */
  knownBy: z.union([emptyMeansNone, OwnLine]).nullish(),
  birthday: z
    .union([emptyMeansNone, z.iso.date(birthdayFault).refine(isPlausibleBirthday, birthdayFault)])
    .nullish(),
  /** Another recipient, who has a say in what this one receives while they are younger than `guardianUntilAge`. */
  guardianId: Id.nullable().optional(),
  guardianUntilAge: z
    .number(ageFault)
    .int(ageFault)
    .min(guardianAges.least, ageFault)
    .max(guardianAges.most, ageFault)
    .optional(),
  /** Tried if `email` does not work. */
  secondEmail: z.union([emptyMeansNone, EmailAddress]).nullish(),
  days: z.array(DayThatMatters).max(maxDays, `Please enter at most ${maxDays} days`).optional(),
  tellMore: z.enum(tellMoreChoices).optional(),
});
export type RecipientForm = z.output<typeof RecipientForm>;

export const RecipientChanges = RecipientForm.extend({ version: SentVersion });
export type RecipientChanges = z.output<typeof RecipientChanges>;

export const Recipient = z.object({
  id: Id,
  /** Incremented with each change of something that the owner can change. */
  version: z.number().int(),
  firstName: z.string(),
  lastName: z.string(),
  relationship: z.enum(relationships),
  email: z.string().nullable(),
  /** Tried if `email` does not work, and the phone if neither does. */
  secondEmail: z.string().nullable(),
  phone: z.string().nullable(),
  /** How the first message to them would be sent; null if there is no address for that. */
  reachedBy: z.enum(linkChannels).nullable(),
  mailingAddress: z.string().nullable(),
  trustedContact: z.boolean(),
  substituteId: Id.nullable(),
  ownerRelationship: z.string().nullable(),
  knownBy: z.string().nullable(),
  birthday: CalendarDay.nullable(),
  /** When the owner said that they have died: none of their days is offered, and what is for them waits. */
  diedAt: Instant.nullable(),
  guardianId: Id.nullable(),
  guardianUntilAge: z.number().int(),
  /** Besides the birthday, in the order of entry. */
  days: z.array(z.object({ name: z.string(), date: CalendarDay })),
  tellMore: z.enum(tellMoreChoices),
  /** Since when they have wanted nothing more; what was left for them waits. */
  declinedAt: Instant.nullable(),
  /** Somebody at this address said that what was sent there is not for them. Null once there is another address. */
  notForThem: z.object({ at: Instant, address: z.string() }).nullable(),
  /** Where they say that they are reached now, until the owner has answered. Null fields stay as they are. */
  proposedAddress: z
    .object({
      id: Id,
      email: z.string().nullable(),
      phone: z.string().nullable(),
      mailingAddress: z.string().nullable(),
      /** Whether their guardian said so, for a child without an address; such an address is not confirmed by a code. */
      byGuardian: z.boolean(),
      at: Instant,
    })
    .nullable(),
  /** When the owner last entered where they are reached, or said that it is still right. */
  addressesCheckedAt: Instant.nullable(),
  /** What they last answered when they were asked on the owner's behalf. */
  answers: AnswersGiven,
  /** The mail that explains the role of a trusted contact is still to be sent. */
  explanationPending: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Recipient = z.input<typeof Recipient>;

/** Says that somebody has died. */
export const RecipientDeath = z.object({
  /** What they have not received goes to their substitute, now or on its day; otherwise it waits for the owner. */
  passOn: z.boolean().default(false),
});
export type RecipientDeath = z.output<typeof RecipientDeath>;

export const RecipientList = z.array(Recipient);

/** Addresses at which something did not arrive, unless they were replaced since. */
export const FailedAddresses = z.array(
  z.object({
    recipientId: Id,
    addresses: z.array(z.string()),
    /** Whether something still waits for it, and goes out once it works. */
    waits: z.boolean(),
  }),
);
export type FailedAddresses = z.output<typeof FailedAddresses>;

/** For how many recipients the owner said that the addresses are still right. */
export const AddressesConfirmed = z.object({ count: z.number().int() });

export const RecipientDeleteQuery = z.object({
  /** Also remove the recipient from undelivered schedules that name them. */
  force: z.enum(['true', 'false']).default('false'),
});

/** What somebody is still to receive, each with its day, for example '“The garden” (on 4 May 2031)'. */
export const RecipientReach = z.object({
  waiting: z.array(z.string()),
  /** The first names of the children for whom they have a say. */
  guardianOf: z.array(z.string()),
});
export type RecipientReach = z.output<typeof RecipientReach>;

/** The schedules that have no recipients left after a forced deletion. */
export const RecipientDeleted = z.object({
  schedulesWithNobody: z.array(z.object({ id: Id, memoryTitle: z.string(), deliveryDate: Instant })),
});
