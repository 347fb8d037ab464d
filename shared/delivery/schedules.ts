import { z } from 'zod';
import { MemoryType } from '../memories/memories.ts';
import { CalendarDay, Id, Instant, SentVersion, TimeZone } from '../values.ts';

export const DeliveryType = z.enum(['scheduled', 'on_death'], 'Delivery type is required');
export const DeliveryMethod = z.enum(['digital', 'physical'], 'Delivery method is required');
export type DeliveryType = z.infer<typeof DeliveryType>;
export type DeliveryMethod = z.infer<typeof DeliveryMethod>;

export const RecipientIds = z
  .array(Id)
  .max(500, 'Please select at most 500 recipients')
  .min(1, 'Please select at least one recipient');

const DeliveryInstant = z
  .string('Delivery date is required')
  .min(1, 'Delivery date is required')
  .pipe(z.iso.datetime({ offset: true, error: 'Please give the delivery date as an ISO 8601 date and time' }))
  .transform((text) => new Date(text))
  // The end of its year is needed too, in any time zone, and the database cannot read five-digit years.
  .refine((instant) => !Number.isNaN(instant.getTime()) && instant.getUTCFullYear() < 9999, {
    message: 'Please choose a date before the year 9999',
  });

export const releaseDaysMax = 3650;
const ReleaseDays = z
  .number()
  .int('Please give whole days')
  .min(0, 'Please give 0 days or more')
  .max(releaseDaysMax, 'Please choose at most ten years')
  .nullable();

export const ScheduleForm = z.object({
  memoryId: z.uuid('Please select both a memory and a date'),
  deliveryDate: DeliveryInstant,
  deliveryType: DeliveryType,
  deliveryMethod: DeliveryMethod.default('digital'),
  /** For after a death: not before this many days after the release. */
  releaseDays: ReleaseDays.optional(),
  timezone: TimeZone.optional(),
  recipientIds: RecipientIds.optional(),
});
export type ScheduleForm = z.output<typeof ScheduleForm>;

export const ScheduleChanges = ScheduleForm.omit({ memoryId: true }).partial().extend({
  /** Left out, it stays as it is. */
  deliveryMethod: DeliveryMethod.optional(),
  version: SentVersion,
});
export type ScheduleChanges = z.output<typeof ScheduleChanges>;

export const MemoryRecipientsForm = z.object({
  recipientIds: RecipientIds,
  scheduleId: Id,
});

/** The state of one recipient's delivery. */
export const DeliveryState = z.enum(['pending', 'sending', 'delivered', 'waiting', 'failed']);
export type DeliveryState = z.infer<typeof DeliveryState>;

export const ScheduledRecipient = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  /** Has no address by which something can be sent (digital), or no mailing address (physical). */
  unreachable: z.boolean(),
  hasPhone: z.boolean(),
  /** The owner said so: deliveries that have not begun will wait when their day comes. */
  hasDied: z.boolean(),
  /** Set once delivery has started. */
  state: DeliveryState.nullable(),
  /** Why this person's delivery waits: a sentence for the owner. */
  waitingReason: z.string().nullable(),
  /** It waits only because the post takes its time: nobody has to do anything about it. */
  isWithThePost: z.boolean(),
  openedAt: Instant.nullable(),
});

export const Schedule = z.object({
  id: Id,
  /** Incremented with each change by its owner. */
  version: z.number().int(),
  /** Null if the memory was deleted after its delivery. */
  memoryId: Id.nullable(),
  memoryTitle: z.string().nullable(),
  memoryType: MemoryType.nullable(),
  /** How long a recording plays; null for anything else, and while it is not known. */
  memorySeconds: z.number().nullable(),
  deliveryDate: Instant,
  deliveryType: DeliveryType,
  deliveryMethod: DeliveryMethod,
  isDelivered: z.boolean(),
  deliveredAt: Instant.nullable(),
  /** Wall-clock day and time in `timezone`. They stay the same when the rules of the zone change. */
  localDate: CalendarDay,
  localTime: z.string(),
  timezone: z.string(),
  /** For an `on_death` schedule: not before this many days after the release. */
  releaseDays: z.number().nullable(),
  /** When delivery began. From then on the schedule can no longer be changed or cancelled. */
  startedAt: Instant.nullable(),
  /** The series that it belongs to, and the year in it. */
  seriesId: Id.nullable(),
  year: z.number().int().nullable(),
  recipients: z.array(ScheduledRecipient),
  createdAt: Instant,
});
export type Schedule = z.input<typeof Schedule>;

export const ScheduleList = z.array(Schedule);

export const scheduleListMaxItems = 1_000;

export const ScheduleListQuery = z.object({
  limit: z.coerce.number().int().min(1).catch(scheduleListMaxItems).optional(),
  /** Keyset paging: delivery date and id of the previous page's last schedule. */
  afterDate: DeliveryInstant.optional(),
  after: Id.optional(),
});
