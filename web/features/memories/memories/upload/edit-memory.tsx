import { useState } from 'react';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { ButtonLink } from '../../../../ui/button-link.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { ReadFailure } from '../../../../ui/read-failure.tsx';
import { reachOfEdit } from '../memories.ts';
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
  if (error instanceof ApiError && error.status < 500) {
    return (
      <EmptyState
        headingLevel={2}
        title="This memory is not here"
        description="It may have been deleted. Everything else you saved is safe."
        action={<ButtonLink href="/upload">Back to Share Memories</ButtonLink>}
      />
    );
  }
  return (
    <ReadFailure
      headingLevel={2}
      what="this memory"
      safe="It is safe as you saved it."
      isRetrying={isFetching}
      onRetry={refetch}
    />
  );
}
