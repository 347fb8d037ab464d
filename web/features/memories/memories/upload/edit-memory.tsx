import { useState } from 'react';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { reachOfEdit } from '../memories.ts';
import { MissingMemory } from '../missing-memory.tsx';
import { useMemory, useReach } from '../queries.ts';
import { Compose, ComposeSkeleton } from './compose.tsx';

export function EditMemory({ ownerId, memoryId }: { ownerId: string; memoryId: string }) {
  const { data: memory, error, isPending, isFetching, refetch } = useMemory(memoryId);
  const reach = useReach(memoryId);
  const [nowMs] = useState(() => Date.now());
  if (isPending || (memory && reach.isPending)) return <ComposeSkeleton />;
  if (memory) {
    const reached = reach.data && reachOfEdit(reach.data, nowMs);
    return (
      <>
        {memory.approval === 'rejected' && (
          <Notice title="We could not approve this">
            {memory.heldReason} When you change it, we look at it again.
          </Notice>
        )}
        {reached && <Notice title="Who gets your changes">{reached}</Notice>}
        <Compose ownerId={ownerId} type={memory.type} existing={memory} />
      </>
    );
  }
  return (
    <MissingMemory
      isGone={error instanceof ApiError && error.status < 500}
      headingLevel={2}
      back="Back to Share Memories"
      isRetrying={isFetching}
      onRetry={refetch}
    />
  );
}
