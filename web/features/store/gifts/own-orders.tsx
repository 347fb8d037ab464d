import { CircleCheck, CircleX, Clock, Package, PackageCheck, Truck } from 'lucide-react';
import { formatDate, formatDay } from '../../../../shared/dates.ts';
import { formatDollars } from '../../../../shared/dollars.ts';
import type { GiftOrder, GiftOrderStatus } from '../../../../shared/store/gift-orders.ts';
import { Badge, type BadgeLook } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/read-failure.tsx';
import { SectionHeading } from '../../../ui/section-heading.tsx';
import { SideBySide } from '../../../ui/side-by-side.tsx';
import { useTimeZone } from '../../accounts/auth/sessions/queries.ts';
import { GiftPicture } from './gift-picture.tsx';
import { CancelOrder, giftNames, PayNow } from './order-actions.tsx';
import { useGiftOrders } from './queries.ts';

const badges: Readonly<Record<GiftOrderStatus, BadgeLook>> = {
  pending: { children: 'Waiting for payment', tone: 'gold', icon: Clock },
  paid: { children: 'Paid', tone: 'sage', icon: CircleCheck },
  preparing: { children: 'Being prepared', tone: 'sage', icon: Package },
  shipped: { children: 'On its way', tone: 'pine', icon: Truck },
  delivered: { children: 'Delivered', tone: 'sage', icon: PackageCheck },
  cancelled: { children: 'Cancelled', tone: 'neutral', icon: CircleX },
};

/** Comes last on the page, so that nothing shifts when it has loaded. Empty if nothing was ordered. */
export function OwnOrders() {
  const query = useGiftOrders();
  if (query.isPending || query.data?.length === 0) return null;
  return (
    <section aria-labelledby="your-orders" className="mt-14">
      <SectionHeading id="your-orders">Your orders</SectionHeading>
      <Loaded query={query} skeleton={null} what="your orders" safe="Your orders are safe.">
        {(orders) => (
          <ul className="grid gap-5 lg:grid-cols-2">
            {orders.map((order) => (
              <li key={order.id}>
                <OrderCard order={order} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

const notSentYet: ReadonlySet<GiftOrder['status']> = new Set(['pending', 'paid', 'preparing']);

function OrderCard({ order }: { order: GiftOrder }) {
  const timeZone = useTimeZone();
  const day = (instant: string) => formatDate(instant, timeZone);
  return (
    <Card as="article" className="flex h-full flex-col gap-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="flex flex-none flex-wrap gap-1.5">
          {order.giftDetails.map(({ id }) => (
            <GiftPicture key={id} id={id} className="aspect-[8/5] w-16 rounded-small" />
          ))}
        </div>
        <h3 className="min-w-min flex-1 text-[1.25rem] leading-tight">{giftNames(order)}</h3>
        <p className="font-serif text-[1.25rem] leading-tight lining-nums">
          {formatDollars(order.totalAmount)}
        </p>
      </div>
      <p className="text-small text-ink-soft lining-nums">
        For {order.recipientName}, on {formatDay(order.deliveryDate)}
        <br />
        <span className="whitespace-pre-line">{order.deliveryAddress}</span>
      </p>
      <p className="text-small text-ink-soft lining-nums">
        <SideBySide>
          {`Ordered on ${day(order.createdAt)}`}
          {order.shippedAt && `Sent on ${day(order.shippedAt)}`}
          {order.deliveredAt && `Delivered on ${day(order.deliveredAt)}`}
          {order.cancelledAt && order.paidAt && 'With a refund of your payment'}
        </SideBySide>
        {order.trackingNumber && (
          <span className="block break-all">Tracking number {order.trackingNumber}</span>
        )}
      </p>
      <div className="mt-auto flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Badge {...badges[order.status]} />
        {notSentYet.has(order.status) && (
          <div className="flex flex-wrap items-center gap-x-4">
            <CancelOrder order={order} />
            {order.status === 'pending' && <PayNow order={order} />}
          </div>
        )}
      </div>
    </Card>
  );
}
