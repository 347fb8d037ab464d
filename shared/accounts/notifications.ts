import { z } from 'zod';

/** When recipients are asked whether their address is right; only if the owner chose this. */
const askRecipientsChoices = ['never', 'before', 'yearly'] as const;
export type AskRecipients = (typeof askRecipientsChoices)[number];

/** What owners get mails about, and what others are asked on their behalf. */
export const NotificationPreferences = z.object({
  emailNotifications: z.boolean(),
  smsNotifications: z.boolean(),
  reminderNotifications: z.boolean(),
  deliveryNotifications: z.boolean(),
  askRecipients: z.enum(askRecipientsChoices),
  /** Once a year, whether they are still willing. */
  askTrustedContacts: z.boolean(),
});
export const NotificationChanges = NotificationPreferences.partial();
