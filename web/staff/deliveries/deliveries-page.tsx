import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { StaffDelivery, StaffDeliveryAct } from '../../../shared/delivery/staff-deliveries.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton, SkeletonArea } from '../../ui/skeleton.tsx';
import { ActDialog } from './act-dialog.tsx';
import { DeliveryItem } from './delivery-item.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type Filters, filterNames, type ListQuery, placeNames, useDeliveries } from './queries.ts';
import { listKeys, useListKeys } from './use-list-keys.ts';

/** The queue of deliveries that have stopped, the oldest first. */
export function DeliveriesPage({ hasTwoFactor }: { hasTwoFactor: boolean }) {
  const [search, setSearch] = useSearchParams();
  const filters: Filters = pick(search, filterNames);
  const place = pick(search, placeNames);
  const list = useDeliveries({ ...filters, ...place });
  const { deliveries = [], next } = list.data ?? {};
  const [openId, setOpenId] = useState<string>();
  const [acting, setActing] = useState<{ delivery: StaffDelivery; act: StaffDeliveryAct }>();
  const [isHelpOpen, setHelpOpen] = useState(false);

  function narrow(query: ListQuery) {
    const chosen = Object.entries(query).filter(([, value]) => value);
    setSearch(Object.fromEntries(chosen), { replace: true });
  }

  const focused = () => deliveries.findIndex(({ id }) => id === focusedId());
  useListKeys({
    isOff: acting !== undefined || isHelpOpen,
    onMove: (step) => {
      const next = deliveries[Math.min(Math.max(focused() + step, 0), deliveries.length - 1)];
      if (next) document.querySelector<HTMLElement>(`[data-delivery="${next.id}"]`)?.focus();
    },
    onOpen: () => setOpenId((open) => (open === focusedId() ? undefined : focusedId())),
    onRetry: () => {
      const delivery = deliveries[focused()];
      if (delivery?.acts.includes('retry')) setActing({ delivery, act: 'retry' });
    },
    onHelp: () => setHelpOpen(true),
  });

  return (
    <main id="main" tabIndex={-1} className="min-w-0 px-4.5 pt-6 pb-20 outline-none lg:px-8">
      <title>Deliveries · Staff · Long After</title>
      <h1 className="text-display">Deliveries</h1>
      <p className="mt-1 mb-6 text-ink-soft">
        What has stopped, the oldest first. You see who and why, not what was left.
      </p>
      <Card padding="none" className="min-w-0">
        <FilterBar filters={filters} onChange={narrow} />
        {list.isPending && <Loading />}
        {list.isError && list.data === undefined && (
          <ErrorState
            headingLevel={2}
            title="We could not show the deliveries"
            description={messageOf(list.error, 'Nothing was changed.')}
            isRetrying={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        )}
        {list.isSuccess && deliveries.length === 0 && (
          <EmptyState headingLevel={2} title="Nothing waits here" description="All that fell due went out." />
        )}
        <ul>
          {deliveries.map((delivery) => (
            <DeliveryItem
              key={delivery.id}
              delivery={delivery}
              isOpen={delivery.id === openId}
              onToggle={() => setOpenId(delivery.id === openId ? undefined : delivery.id)}
              onAct={(act) => setActing({ delivery, act })}
            />
          ))}
        </ul>
        {(next || place.after) && (
          <div className="flex flex-wrap justify-center gap-3 border-t border-line p-4">
            {place.after && (
              <Button variant="quiet" onPress={() => narrow(filters)}>
                From the beginning
              </Button>
            )}
            {next && (
              <Button variant="quiet" onPress={() => narrow({ ...filters, ...next })}>
                Next page
              </Button>
            )}
          </div>
        )}
      </Card>
      <p className="mt-4 text-small max-lg:hidden">
        <Button variant="text" size="small" onPress={() => setHelpOpen(true)}>
          Keys of this list
        </Button>
      </p>
      {acting && <ActDialog {...acting} hasTwoFactor={hasTwoFactor} onClose={() => setActing(undefined)} />}
      <KeysDialog isOpen={isHelpOpen} onOpenChange={setHelpOpen} />
    </main>
  );
}

function pick<Name extends string>(
  search: URLSearchParams,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  return Object.fromEntries(
    names.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])),
  ) as Partial<Record<Name, string>>;
}

function focusedId(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-delivery]')?.dataset['delivery'];
}

function Loading() {
  return (
    <SkeletonArea label="Loading the deliveries" className="grid gap-6 p-6">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </SkeletonArea>
  );
}

function KeysDialog(props: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  return (
    <Dialog {...props} size="small" title="Keys">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {listKeys.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-small border border-line-strong px-2 font-sans text-small">{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
