import { eq } from 'drizzle-orm';
import { formatDollarsAndCents } from '../../../../shared/dollars.ts';
import type { MailKind } from '../../../../shared/outbox/mail-kinds.ts';
import type { Services } from '../../../platform/context.ts';
import type { MailContent } from '../../../platform/mail/compile-mail.tsx';
import { type UserRow, users } from '../../accounts/profile/profile.table.ts';
import type { PrepareMail } from '../../outbox/messages/mails/mails.ts';
import { giftOrderCancelledMail, giftOrderShippedMail } from './gift-orders.mail.tsx';
import { namesIn } from './gift-orders.ts';
import { type GiftOrderRow, giftOrders } from './gifts.table.ts';

type Details = Parameters<PrepareMail>[2]['details'];
type Write = (
  order: GiftOrderRow,
  owner: UserRow,
  services: Services,
  details: Details,
) => Promise<MailContent> | undefined;

/** A mail to the owner of the order, at their present address. */
function orderMail(write: Write): PrepareMail {
  return async (tx, services, { subjectId, details }) => {
    if (!subjectId) return undefined;
    const [row] = await tx
      .select({ order: giftOrders, owner: users })
      .from(giftOrders)
      .innerJoin(users, eq(users.id, giftOrders.userId))
      .where(eq(giftOrders.id, subjectId));
    const content = row && (await write(row.order, row.owner, services, details));
    return content && { ...content, to: row.owner.email };
  };
}

const factsOf = (order: GiftOrderRow, { firstName }: UserRow, { config }: Services) => ({
  ownerName: firstName,
  gifts: namesIn(order),
  recipientName: order.recipientName,
  link: `${config.publicUrl}/store`,
});

/** Mails to owners about gift orders. */
export const giftOrderMails = {
  'gift-order-shipped': orderMail((order, owner, services, details) => {
    const { trackingNumber, shippedAt, recipientName } = order;
    if (!shippedAt || !trackingNumber) return undefined;
    const [title, tracking] = details?.['replaces']
      ? [
          `The right tracking number, for ${recipientName}`,
          `The tracking number is ${trackingNumber}, and not ${details['replaces']}, as we wrote before.`,
        ]
      : [`On its way to ${recipientName}`, `The tracking number is ${trackingNumber}.`];
    return giftOrderShippedMail({ ...factsOf(order, owner, services), title, tracking });
  }),
  // A late payment may have revived the order.
  'gift-order-cancelled': orderMail((order, owner, services) => {
    if (order.status !== 'cancelled') return undefined;
    return giftOrderCancelledMail({ ...factsOf(order, owner, services), paid: whatWasPaid(order, services) });
  }),
} satisfies Partial<Record<MailKind, PrepareMail>>;

function whatWasPaid({ paidAt, totalAmount }: GiftOrderRow, { payments }: Services): string {
  if (!paidAt) return '';
  if (!payments.movesMoney) return 'Your payment was a trial: no money has moved.';
  return `The ${formatDollarsAndCents(totalAmount)} that you paid will be refunded.`;
}
