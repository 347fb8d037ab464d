import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { ReceivedMemories } from '../../../../../shared/delivery/received.ts';
import { Button } from '../../../../ui/button.tsx';
import { Skeleton, SkeletonArea } from '../../../../ui/skeleton.tsx';
import { openReceived } from '../requests.ts';
import type { PageLink } from './page-link.ts';
import { Reading } from './reading.tsx';

interface ReadAgainProps {
  page: PageLink;
  id: string;
  /** Set if it was opened a moment ago. */
  opened: ReceivedMemories | undefined;
  back: ReactNode;
  next: ReactNode;
}

/** One memory that was opened before, loaded again. */
export function ReadAgain({ page, id, opened, back, next }: ReadAgainProps) {
  const { received, isFailed, retry } = useMemory(page.token, id, opened);
  if (received) return <Reading page={page} received={received} id={id} back={back} next={next} />;
  return (
    <main
      id="main"
      className="mx-auto w-full max-w-[calc(var(--container-letter)+2.5rem)] px-5 pt-6 pb-24 md:pt-10"
    >
      {back}
      {isFailed ? <NotReached onRetry={retry} /> : <ReadingSkeleton />}
    </main>
  );
}

function useMemory(token: string, id: string, opened: ReceivedMemories | undefined) {
  const [received, setReceived] = useState(opened);
  const [isFailed, setFailed] = useState(false);

  const load = useCallback(async () => {
    setFailed(false);
    await openReceived(token, id).then(setReceived, () => setFailed(true));
  }, [token, id]);

  useEffect(() => {
    if (!opened) void load();
  }, [opened, load]);

  return { received, isFailed, retry: () => void load() };
}

function NotReached({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="mt-10 grid justify-items-start gap-4">
      <h1 className="text-heading">It could not be fetched just now</h1>
      <p className="text-ink-soft">It is safe, and it is still yours. Please check your connection.</p>
      <Button onPress={onRetry}>Try again</Button>
    </div>
  );
}

function ReadingSkeleton() {
  return (
    <SkeletonArea label="Loading" className="mt-8 md:mt-12">
      <Skeleton className="h-6 w-60 max-w-full" />
      <Skeleton className="mt-3 h-14 w-96 max-w-full" />
      <Skeleton className="mt-9 h-120" />
    </SkeletonArea>
  );
}
