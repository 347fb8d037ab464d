import { Info } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import type { GiftId } from '../../../shared/gifts.ts';
import { Link } from '../../ui/Link.tsx';
import { Page } from '../../ui/Page.tsx';
import { GiftCatalogue } from './gift-catalogue.tsx';
import { OrderDesk } from './order-desk.tsx';
import { OwnOrders } from './own-orders.tsx';
import { selectionIn, storeAddress, toggled } from './selection.ts';

/** What is chosen stands in the address: it survives a reload, and the gift dialog leads here with it. */
export function StorePage() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const isCancelled = useCancelledPayment(search);
  const selected = selectionIn(search);
  const choose = (ids: readonly GiftId[]) => navigate(storeAddress(ids), { replace: true });
  const toggle = (id: GiftId) => choose(toggled(selected, id));
  return (
    <Page
      title="Legacy Store"
      lead="Digital frames and memorial gifts, brought to someone on a day you choose."
    >
      <title>Legacy Store · Long After</title>
      {isCancelled && <CancelledNotice />}
      <OrderDesk selected={selected} onRemove={toggle} onOrdered={() => choose([])}>
        <GiftCatalogue selected={selected} onToggle={toggle} />
      </OrderDesk>
      <OwnOrders />
    </Page>
  );
}

/** True when the address says that a payment was given up; the address then forgets it. */
function useCancelledPayment(search: URLSearchParams): boolean {
  const [, navigate] = useLocation();
  const [isCancelled] = useState(() => search.get('cancelled') === 'true');
  useEffect(() => {
    if (isCancelled) navigate('/store', { replace: true });
  }, [isCancelled, navigate]);
  return isCancelled;
}

function CancelledNotice() {
  return (
    <div
      role="status"
      className="mb-8 flex items-start gap-3 rounded-choice border border-line bg-pine-wash px-4 py-3"
    >
      <Info aria-hidden="true" className="mt-1 size-5 flex-none text-pine" strokeWidth={1.5} />
      <p>
        <strong className="block font-semibold">Payment Cancelled</strong>
        Your payment was cancelled. You can try again anytime. Your order is kept{' '}
        <Link href="#your-orders">at the end of this page</Link>.
      </p>
    </div>
  );
}
