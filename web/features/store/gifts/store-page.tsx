import { useLocation, useSearchParams } from 'wouter';
import type { GiftId } from '../../../../shared/store/gifts.ts';
import { Link } from '../../../ui/link.tsx';
import { NoSalesNote } from '../../../ui/no-sales-note.tsx';
import { Page } from '../../../ui/page.tsx';
import { CancelledPayment } from '../../billing/payments/payments.tsx';
import { GiftCatalogue } from './gift-catalogue.tsx';
import { OrderDesk } from './order-desk.tsx';
import { OwnOrders } from './own-orders.tsx';
import { selectionIn, storeAddress, toggled } from './selection.ts';

/** The selection is part of the URL, so it survives a reload and the gift dialog can link to it. */
export function StorePage() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const selected = selectionIn(search);
  const choose = (ids: readonly GiftId[]) => navigate(storeAddress(ids), { replace: true });
  const toggle = (id: GiftId) => choose(toggled(selected, id));
  return (
    <Page
      title="Legacy Store"
      lead="Something to hold, to hear or to hang, brought to someone on a day you choose."
    >
      <title>Legacy Store · Long After</title>
      <NoSalesNote>Gifts cannot be bought here now, but you can look at them.</NoSalesNote>
      <CancelledPayment path="/store">
        Your order is kept <Link href="#your-orders">at the end of this page</Link>.
      </CancelledPayment>
      <OrderDesk selected={selected} onRemove={toggle} onOrdered={() => choose([])}>
        <GiftCatalogue selected={selected} onToggle={toggle} />
      </OrderDesk>
      <OwnOrders />
    </Page>
  );
}
