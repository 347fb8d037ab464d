import { sql } from 'drizzle-orm';
import { boolean, date, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { PlanKey } from '../../../shared/plans.ts';
import { id, instant } from '../../platform/columns.ts';

export const users = pgTable(
  'users',
  {
    id: id(),
    email: text('email').notNull(),
    /** The argon2id hash. */
    password: text('password').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phone: text('phone'),
    address: text('address'),
    dateOfBirth: date('date_of_birth', { mode: 'string' }),
    /** The storage key of the re-encoded picture. */
    profilePicture: text('profile_picture'),
    timezone: text('timezone').notNull().default('America/New_York'),
    subscriptionPlan: text('subscription_plan').$type<PlanKey>().notNull().default('free'),
    /** Asked for at sign-up and not yet paid. */
    requestedPlan: text('requested_plan').$type<PlanKey>(),
    subscriptionStatus: text('subscription_status').notNull().default('active'),
    subscriptionStartDate: instant('subscription_start_date'),
    stripeCustomerId: text('stripe_customer_id'),
    stripeSubscriptionId: text('stripe_subscription_id'),
    isAdmin: boolean('is_admin').notNull().default(false),
    emailNotifications: boolean('email_notifications').notNull().default(true),
    smsNotifications: boolean('sms_notifications').notNull().default(false),
    reminderNotifications: boolean('reminder_notifications').notNull().default(true),
    deliveryNotifications: boolean('delivery_notifications').notNull().default(true),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(sql`lower(${table.email})`),
    index('users_created_at').on(table.createdAt),
  ],
);

export type UserRow = typeof users.$inferSelect;
