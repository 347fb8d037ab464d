import { z } from 'zod';
import { ConfirmationForm } from '../accounts/passwords.ts';
import { sessionTypes } from '../care/session-catalogue.ts';
import { DeliveryType } from '../delivery/schedules.ts';
import { GivenChoice } from '../given-choice.ts';
import { CalendarDay, Id, Instant } from '../values.ts';

/** What the owner types to confirm. */
export const deletionConfirmation = 'DELETE';

/** A delivery that deleting the account would cancel. */
export const PendingDelivery = z.object({
  scheduleId: Id,
  memoryTitle: z.string(),
  deliveryDate: Instant,
  deliveryType: DeliveryType,
  /** The day of `deliveryDate` in `timezone`. */
  localDate: CalendarDay,
  timezone: z.string(),
  /** For an `on_death` schedule: how many days after the release. */
  releaseDays: z.number().nullable(),
  /** The names of the recipients who have not received it. */
  recipients: z.array(z.string()),
});
export type PendingDelivery = z.input<typeof PendingDelivery>;

/** An order that is paid and has not arrived. */
export const PaidGift = z.object({
  orderId: Id,
  gifts: z.array(z.string()),
  recipientName: z.string(),
  /** In dollars. */
  totalAmount: z.number(),
  /** Whether it would be cancelled and refunded; otherwise it is on its way. */
  isGivenBack: z.boolean(),
});
export type PaidGift = z.output<typeof PaidGift>;

/** A future counseling session that is paid. */
export const PaidSession = z.object({
  bookingId: Id,
  sessionType: z.enum(sessionTypes),
  startsAt: Instant,
  /** In dollars. */
  price: z.number(),
  /** Whether it would be cancelled and refunded; otherwise it is too late for that. */
  isGivenBack: z.boolean(),
});
export type PaidSession = z.input<typeof PaidSession>;

/** The consequences of deleting the account. */
export const DeletionPreview = z.object({
  graceDays: z.number().int(),
  pendingDeliveries: z.array(PendingDelivery),
  /** The first names of people who have received something and may keep it. */
  received: z.array(z.string()),
  paidGifts: z.array(PaidGift),
  paidSessions: z.array(PaidSession),
});
export type DeletionPreview = z.input<typeof DeletionPreview>;

export const DeletionForm = ConfirmationForm.extend({
  confirmation: z
    .string(`Please type ${deletionConfirmation} to confirm`)
    .max(100)
    .refine(
      (text) => text.trim().toUpperCase() === deletionConfirmation,
      `Please type ${deletionConfirmation} to confirm`,
    ),
  received: GivenChoice,
});

export const DeletionBegun = z.object({
  /** Until then, signing in offers to restore the account. */
  erasedAfter: Instant,
  stoppedDeliveries: z.array(PendingDelivery),
});
export type DeletionBegun = z.input<typeof DeletionBegun>;
