import { type ReactNode, Suspense, useState } from 'react';
import { countsForLimit } from '../../../../shared/keepsakes/item-rules.ts';
import type { PhysicalItem } from '../../../../shared/keepsakes/physical-items.ts';
import { plans } from '../../../../shared/plans.ts';
import { lazyComponent } from '../../../lib/lazy.ts';
import { Page } from '../../../ui/page.tsx';
import { ReadFailure } from '../../../ui/read-failure.tsx';
import { useSessionUser } from '../../accounts/auth/sessions/sessions.ts';
import { CancelledPayment } from '../../billing/payments/payments.tsx';
import { AddButton } from './add-button.tsx';
import type { ItemAction } from './item-card.tsx';
import { ItemChain } from './item-chain.tsx';
import { ItemGrid, ItemsSkeleton } from './item-grid.tsx';
import { ItemInformation } from './item-information.tsx';
import { LockedItems } from './locked-items.tsx';
import { usePhysicalItems } from './queries.ts';
import { StorageRequests } from './storage-requests.tsx';
import { StorageUsage } from './storage-usage.tsx';
import { useItemActions } from './use-item-actions.ts';

const ItemDialog = lazyComponent(async () => (await import('./item-dialog.tsx')).ItemDialog);
const NoRoomDialog = lazyComponent(async () => (await import('./no-room-dialog.tsx')).NoRoomDialog);
const ReturnDialog = lazyComponent(async () => (await import('./return-dialog.tsx')).ReturnDialog);
const RequestDialog = lazyComponent(async () => (await import('./request-dialog.tsx')).RequestDialog);

type Open =
  | { dialog: 'item' | 'request'; item: PhysicalItem | null }
  | { dialog: 'return'; item: PhysicalItem }
  | { dialog: 'no-room' };

export function ItemsPage() {
  const { data: items, isLocked, isPending, isFetching, refetch } = usePhysicalItems();
  return (
    <ItemsFrame items={items} isPending={isPending} isLocked={isLocked}>
      <CancelledPayment path="/physical-items" />
      {isLocked && <LockedItems />}
      {isPending && !isLocked && <ItemsSkeleton />}
      {!isPending && !items && !isLocked && (
        <ReadFailure
          headingLevel={2}
          what="your physical items"
          safe="What you gave us to keep is safe."
          isRetrying={isFetching}
          onRetry={refetch}
        />
      )}
    </ItemsFrame>
  );
}

interface ItemsFrameProps {
  items: PhysicalItem[] | undefined;
  isPending: boolean;
  isLocked: boolean;
  /** Shown instead of the items, or above them. */
  children: ReactNode;
}

function ItemsFrame({ items, isPending, isLocked, children }: ItemsFrameProps) {
  const plan = plans[useSessionUser().subscriptionPlan];
  const [open, setOpen] = useState<Open | null>(null);
  const [shownId, setShownId] = useState<string>();
  const run = useItemActions();
  const shown = items?.find(({ id }) => id === shownId) ?? items?.[0];
  const isFull = (items ?? []).filter(countsForLimit).length >= plan.physicalItems;
  const close = () => setOpen(null);

  function add() {
    setOpen(isFull ? { dialog: 'no-room' } : { dialog: 'item', item: null });
  }
  function onAction(chosen: ItemAction, item: PhysicalItem) {
    if (chosen === 'show') setShownId(item.id);
    else if (chosen === 'edit') setOpen({ dialog: 'item', item });
    else if (chosen === 'return') setOpen({ dialog: 'return', item });
    else if (chosen === 'how-to-send') setOpen({ dialog: 'request', item });
    else run(chosen, item);
  }

  return (
    <Page
      title="Physical Items"
      lead={!isLocked && 'Kept by us, then handed over by name.'}
      actions={!isLocked && (items ?? isPending) && <AddButton items={items} isFull={isFull} onAdd={add} />}
    >
      <title>Physical Items · Long After</title>
      {children}
      {items && (
        <>
          <StorageUsage items={items} plan={plan} />
          <ItemGrid items={items} shownId={shown?.id} isFull={isFull} onAdd={add} onAction={onAction} />
          {shown && <ItemChain item={shown} />}
          <StorageRequests items={items} onAsk={() => setOpen({ dialog: 'request', item: null })} />
          <ItemInformation />
        </>
      )}
      <Suspense fallback={null}>
        {open?.dialog === 'item' && (
          <ItemDialog item={open.item} onClose={close} onSaved={({ id }) => setShownId(id)} />
        )}
        {open?.dialog === 'no-room' && <NoRoomDialog plan={plan} onClose={close} />}
        {open?.dialog === 'return' && <ReturnDialog item={open.item} onClose={close} />}
        {open?.dialog === 'request' && <RequestDialog item={open.item} onClose={close} />}
      </Suspense>
    </Page>
  );
}
