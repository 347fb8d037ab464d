import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton, SkeletonArea } from '../../ui/skeleton.tsx';

interface PanelProps<Data> {
  title: string;
  aside?: ReactNode;
  reading: UseQueryResult<Data>;
  height: string;
  children: (data: Data) => ReactNode;
}

/** A card of the overview in all its states. It stays in view if a later read fails. */
export function Panel<Data>({ title, aside, reading, height, children }: PanelProps<Data>) {
  const heading = useId();
  return (
    <Card as="section" aria-labelledby={heading} className="min-w-0">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={heading} className="text-title">
          {title}
        </h2>
        {aside && <div className="text-small text-ink-soft">{aside}</div>}
      </div>
      {reading.data !== undefined && children(reading.data)}
      {reading.isPending && (
        <SkeletonArea label={`Loading: ${title}`} className="pt-2">
          <Skeleton className={height} />
        </SkeletonArea>
      )}
      {reading.isError && reading.data === undefined && (
        <ErrorState
          headingLevel={3}
          title="We could not show this"
          description={messageOf(reading.error, 'Nothing was changed.')}
          isRetrying={reading.isFetching}
          onRetry={() => void reading.refetch()}
        />
      )}
    </Card>
  );
}
