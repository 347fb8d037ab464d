import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { Skeleton, SkeletonArea } from '../../ui/skeleton.tsx';

/** Enough to fill a screen, so that nothing below the list moves when it has loaded. */
const rows = Array.from({ length: 8 }, (_, row) => row);

interface StaffPageProps {
  title: string;
  name?: string;
  description: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function StaffPage({ title, name = title, description, actions, children }: StaffPageProps) {
  return (
    <main id="main" tabIndex={-1} className="min-w-0 px-4.5 pt-6 pb-20 outline-none lg:px-8">
      <title>{`${name} · Staff · Long After`}</title>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-display">{title}</h1>
          <p className="mt-1 text-ink-soft">{description}</p>
        </div>
        {actions}
      </div>
      {children}
    </main>
  );
}

export interface Paging {
  isLaterPage: boolean;
  hasNext: boolean;
  onFirst: () => void;
  onNext: () => void;
}

interface QueueListProps {
  /** What the list contains, for the texts of its states: "deliveries". */
  noun: string;
  list: Pick<
    UseQueryResult<unknown>,
    'isPending' | 'isError' | 'isSuccess' | 'isFetching' | 'error' | 'data' | 'refetch'
  >;
  isEmpty: boolean;
  empty: { title: string; description?: ReactNode };
  filters?: ReactNode;
  paging?: Paging;
  /** The chosen record is shown beside the list, which stays in view and scrolls by itself. */
  isBeside?: boolean;
  children: ReactNode;
}

/** A list of records in all its states. It stays in view if a later read fails. */
export function QueueList(props: QueueListProps) {
  const { noun, list, isEmpty, empty, filters, paging, isBeside = false, children } = props;
  const isUnread = list.isError && list.data === undefined;
  return (
    <Card
      padding="none"
      className={joinClasses(
        'min-w-0',
        isBeside && 'xl:sticky xl:top-4 xl:max-h-[calc(100dvh-2rem)] xl:overflow-y-auto',
      )}
    >
      {filters}
      {list.isPending && <Loading label={`Loading the ${noun}`} />}
      {isUnread && (
        <ErrorState
          headingLevel={2}
          title={`We could not show the ${noun}`}
          description={messageOf(list.error, 'Nothing was changed.')}
          isRetrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isSuccess && isEmpty && <EmptyState headingLevel={2} {...empty} />}
      <ul>{children}</ul>
      {paging && <Pages {...paging} />}
    </Card>
  );
}

function Pages({ isLaterPage, hasNext, onFirst, onNext }: Paging) {
  if (!isLaterPage && !hasNext) return null;
  return (
    <div className="flex flex-wrap justify-center gap-3 border-t border-line p-4">
      {isLaterPage && (
        <Button variant="quiet" onPress={onFirst}>
          From the beginning
        </Button>
      )}
      {hasNext && (
        <Button variant="quiet" onPress={onNext}>
          Next page
        </Button>
      )}
    </div>
  );
}

function Loading({ label }: { label: string }) {
  return (
    <SkeletonArea label={label} className="grid gap-6 p-6">
      {rows.map((row) => (
        <Skeleton key={row} className="h-12" />
      ))}
    </SkeletonArea>
  );
}
