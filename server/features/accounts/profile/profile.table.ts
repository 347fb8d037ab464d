import { type Column, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { AskRecipients } from '../../../../shared/accounts/notifications.ts';
import type { GivenChoice } from '../../../../shared/given-choice.ts';
import type { PlanKey } from '../../../../shared/plans.ts';
import { id, instant } from '../../../platform/columns.ts';
import { searched, searchedInParts } from '../../../platform/text-search.ts';

export const users = pgTable(
  'users',
  {
    id: id(),
    email: text('email').notNull(),
    /** When a link sent to `email` was opened. */
    emailVerifiedAt: instant('email_verified_at'),
    /** Becomes `email` once a link sent to it is opened. */
    pendingEmail: text('pending_email'),
    pendingEmailUntil: instant('pending_email_until'),
    /** Where the owner is also asked when somebody says that they have died. */
    secondEmail: text('second_email'),
    /** When the link sent to `secondEmail` was opened. */
    secondEmailVerifiedAt: instant('second_email_verified_at'),
    /** Becomes `secondEmail` once a link sent to it is opened. */
    pendingSecondEmail: text('pending_second_email'),
    pendingSecondEmailUntil: instant('pending_second_email_until'),
    /** The argon2id hash. */
    password: text('password').notNull(),
    /** Since when signing in takes a code as well as the password. */
    twoFactorSince: instant('two_factor_since'),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phone: text('phone'),
    address: text('address'),
    dateOfBirth: date('date_of_birth', { mode: 'string' }),
    /** The storage key of the re-encoded picture. */
    profilePicture: text('profile_picture'),
    timezone: text('timezone').notNull().default('America/New_York'),
    subscriptionPlan: text('subscription_plan').$type<PlanKey>().notNull().default('free'),
    /** Chosen at sign-up, but not paid for yet. */
    requestedPlan: text('requested_plan').$type<PlanKey>(),
    subscriptionStatus: text('subscription_status').notNull().default('active'),
    /** When the current paid plan was first paid for. */
    subscriptionStartDate: instant('subscription_start_date'),
    /** Until when the plan is paid for; null if nothing was ever paid. */
    paidThrough: instant('paid_through'),
    /** Since when it has been paid for without a gap; null if that was not recorded. */
    paidSince: instant('paid_since'),
    /** Since when the time after a lapse has been paused, because the owner may have died. */
    lapseStoppedAt: instant('lapse_stopped_at'),
    /** How long it was paused since `paidThrough`, before the current pause. */
    lapsePausedSeconds: integer('lapse_paused_seconds').notNull().default(0),
    stripeCustomerId: text('stripe_customer_id'),
    stripeSubscriptionId: text('stripe_subscription_id'),
    isAdmin: boolean('is_admin').notNull().default(false),
    /** When a colleague made them staff; null for everybody else, for staff appointed by the operator, and from before this was noted. */
    staffSince: instant('staff_since'),
    emailNotifications: boolean('email_notifications').notNull().default(true),
    smsNotifications: boolean('sms_notifications').notNull().default(false),
    reminderNotifications: boolean('reminder_notifications').notNull().default(true),
    deliveryNotifications: boolean('delivery_notifications').notNull().default(true),
    /** Whether we ask people in the address book for their addresses, and trusted contacts whether they are still willing. */
    askRecipients: text('ask_recipients').$type<AskRecipients>().notNull().default('never'),
    askTrustedContacts: boolean('ask_trusted_contacts').notNull().default(false),
    /** When the owner asked for the account to be deleted; it is erased some days later. */
    deletionRequestedAt: instant('deletion_requested_at'),
    /** The same, but it stays when the days begin again, which `deletionRequestedAt` does not. */
    deletionAskedAt: instant('deletion_asked_at'),
    /** Whether people who have received something keep it then. Null: requested before there was a choice; nothing is kept. */
    deletionReceived: text('deletion_received').$type<GivenChoice>(),
    /** When its erasure began, which deletes the files before the rows: it can no longer be restored. */
    erasureBegunAt: instant('erasure_begun_at'),
    /** When the owner last signed in with their password. */
    lastSignInAt: instant('last_sign_in_at'),
    /** When the account was released after its owner's death. Nobody can sign in from then on. */
    memorialisedAt: instant('memorialised_at'),
    /** The day on which the owner died, set at the release; null if it is not known exactly. */
    diedOn: date('died_on', { mode: 'string' }),
    /** For how many days after a release dated deliveries wait, as the owner chose. */
    quietDays: integer('quiet_days').notNull().default(0),
    /** Since when staff have suspended the owner, who did, and why. */
    suspendedAt: instant('suspended_at'),
    suspendedBy: uuid('suspended_by'),
    suspensionReason: text('suspension_reason'),
    /** Incremented with each change of the profile; an email address counts both when it is requested and when it is confirmed. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(sql`lower(${table.email})`),
    index('users_created_at').on(table.createdAt),
    index('users_lapsing')
      .on(table.paidThrough, table.id)
      .where(sql`${table.subscriptionPlan} <> 'free' and ${table.paidThrough} is not null`),
    index('users_asking')
      .on(table.id)
      .where(sql`${table.askRecipients} <> 'never' or ${table.askTrustedContacts}`),
    index('users_staff').on(table.id).where(sql`${table.isAdmin}`),
    index('users_to_erase')
      .on(table.deletionRequestedAt)
      .where(sql`${table.deletionRequestedAt} is not null`),
    ...Object.entries(searchedTexts(table)).map(([name, text]) =>
      index(`users_by_${name}`).on(text, table.id),
    ),
    // Without a pending list, which every search would have to read from beginning to end.
    index('users_by_part')
      .using('gin', sql`${searchedParts(table)} gin_trgm_ops`)
      .with({ fastupdate: false }),
  ],
);

/** An owner is found by the beginning of any of these. Each has an index in code point order, from which a page is read. */
export function searchedTexts({ firstName, lastName, email }: NameAndAddress) {
  return {
    last_name: searched(sql`${lastName} || ' ' || ${firstName}`),
    first_name: searched(sql`${firstName} || ' ' || ${lastName}`),
    address: searched(sql`${email}`),
  };
}

/** Or by any part of this one: the name in both orders, and the address. */
export function searchedParts({ firstName, lastName, email }: NameAndAddress): SQL {
  return searchedInParts(sql`${firstName} || ' ' || ${lastName} || ' ' || ${firstName} || ' ' || ${email}`);
}

type NamedColumns = Record<'firstName' | 'lastName' | 'email', Column>;
type NameAndAddress = Record<'firstName' | 'lastName' | 'email', SQLWrapper>;

/** Whether `text` is part of the whole name or of the email address of a row. */
export function matchesPerson(text: string, { firstName, lastName, email }: NamedColumns): SQL {
  const part = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`(concat_ws(' ', ${firstName}, ${lastName}) ilike ${part} or ${email} ilike ${part})`;
}

export type UserRow = typeof users.$inferSelect;

/** An address or number that an account had before. Written by `updateUser`, whatever replaces it. */
export const earlierAddresses = pgTable(
  'earlier_addresses',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'email' | 'secondEmail' | 'phone'>().notNull(),
    address: text('address').notNull(),
    replacedAt: instant('replaced_at').notNull(),
    /** Since when it had been the second address; null for the others, and from before this was noted. */
    addedAt: instant('added_at'),
    /** When the owner undid the change that brought it: somebody else had entered it. */
    disownedAt: instant('disowned_at'),
  },
  (table) => [uniqueIndex('earlier_addresses_once').on(table.userId, table.kind, table.address)],
);

export type EarlierAddressRow = typeof earlierAddresses.$inferSelect;
