import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'wouter';
import { ButtonLink } from '../../../../../ui/button-link.tsx';
import { EmptyState } from '../../../../../ui/empty-state.tsx';
import { Skeleton, SkeletonArea } from '../../../../../ui/skeleton.tsx';
import { keptPath } from '../confirmation/confirmation.ts';
import { useBegunUploads } from './queries.ts';
import { SendingPage } from './sending-page.tsx';
import { useQueue } from './use-queue.ts';

/** Continues uploads that were begun in this browser from where they stopped. */
export function ContinuedUploads({ ownerId, batchId }: { ownerId: string; batchId: string }) {
  const { uploads, isSettled } = useBegunUploads(ownerId);
  const queue = useQueue();
  const [, navigate] = useLocation();
  const begun = uploads.filter((upload) => upload.batchId === batchId);
  const isStarted = queue.rows.length > 0;
  const start = useEffectEvent(() => {
    if (!isStarted) queue.start(begun.map((upload) => ({ upload, file: null, state: { at: 'turn' } })));
  });
  useEffect(() => {
    if (isSettled) start();
  }, [isSettled]);

  const [only, ...others] = queue.rows;
  const kept = others.length === 0 && only?.state.at === 'kept' ? only.state.memory : null;
  useEffect(() => {
    // The same as after any upload: what was kept, and what comes next.
    if (kept) navigate(keptPath(kept.id, kept.recipientId ?? ''), { replace: true });
  }, [kept, navigate]);

  if (isStarted) return <SendingPage queue={queue} />;
  if (isSettled && begun.length === 0) return <MissingUpload />;
  return (
    <SkeletonArea label="Getting your upload ready">
      <Skeleton className="h-60" />
    </SkeletonArea>
  );
}

/** It has arrived meanwhile, perhaps from another tab, or was discarded. */
function MissingUpload() {
  return (
    <EmptyState
      title="There is nothing left to go on with"
      description="What was kept is among your memories."
      action={<ButtonLink href="/upload">Back to Share Memories</ButtonLink>}
    />
  );
}
