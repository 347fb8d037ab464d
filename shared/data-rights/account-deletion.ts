import { z } from 'zod';
import { ConfirmationForm } from '../accounts/passwords.ts';
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
  /** Where it is for after a death: not before this many days later. */
  releaseDays: z.number().nullable(),
  /** The names of those who have not received it. */
  recipients: z.array(z.string()),
});
export type PendingDelivery = z.input<typeof PendingDelivery>;

/** An order that is paid and has not arrived. */
export const PaidGift = z.object({ orderId: Id, gifts: z.array(z.string()), recipientName: z.string() });
export type PaidGift = z.output<typeof PaidGift>;

/** What deleting the account would mean. */
export const DeletionOutlook = z.object({
  graceDays: z.number().int(),
  pendingDeliveries: z.array(PendingDelivery),
  /** The first names of those who have received something, and may keep it. */
  received: z.array(z.string()),
  paidGifts: z.array(PaidGift),
});
export type DeletionOutlook = z.input<typeof DeletionOutlook>;

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
