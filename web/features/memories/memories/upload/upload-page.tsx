import { type ReactNode, useEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';
import type { MemoryType } from '../../../../../shared/memories/memories.ts';
import { memoryTypes } from '../../../../../shared/memory-types.ts';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Skeleton, SkeletonArea } from '../../../../ui/skeleton.tsx';
import { useProfile } from '../../../accounts/auth/sessions/queries.ts';
import type { DayOf } from '../memories.ts';
import { UnsentRecordings } from '../recording/recording.ts';
import { BegunMemories } from './begun/begun-memories.tsx';
import { Compose } from './compose.tsx';
import { useAddressee } from './compose-path.ts';
import { ConfirmationPage } from './confirmation/confirmation-page.tsx';
import { useDropGuard } from './drop-guard.ts';
import { EditMemory } from './edit-memory.tsx';
import { BegunUploads, useIsBegun } from './in-pieces/begun-uploads.tsx';
import { ContinuedUploads } from './in-pieces/continued-uploads.tsx';
import { OwnMemories } from './own-memories.tsx';
import { useResumeRecording } from './resumed-recording.ts';
import { TypeChoice } from './type-choice.tsx';

/**
 * `?type=<type>` opens a new memory, with `&continue=<batch>` uploads that had begun, `?edit=<id>` an existing one, `?kept=<id>` the
 * page after saving; without any of them it offers the types. `?for=<recipient id>` says whom a new one is for.
 */
export function UploadPage({ dayOf }: { dayOf: DayOf }) {
  const [search] = useSearchParams();
  const { data: profile, isPending, isFetching, refetch } = useProfile();
  const type = memoryTypes.find((known) => known === search.get('type'));
  const editedId = search.get('edit');
  const keptId = search.get('kept');
  const continued = search.get('continue');
  useDropGuard();
  if (!profile) {
    return (
      <Choosing>
        {isPending ? (
          <ChoiceSkeleton />
        ) : (
          <ErrorState
            title="This page could not be reached"
            description="Everything you have saved is safe."
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </Choosing>
    );
  }
  if (editedId) {
    return (
      <Composing key={editedId} title="Share Memories: change a memory">
        <EditMemory ownerId={profile.id} memoryId={editedId} />
      </Composing>
    );
  }
  if (keptId) {
    return (
      <Column>
        <ConfirmationPage key={keptId} memoryId={keptId} dayOf={dayOf} />
        <OwnMemories dayOf={dayOf} />
      </Column>
    );
  }
  if (type && continued) {
    return (
      <Composing key={continued} title="Share Memories: an upload goes on">
        <ContinuedUploads ownerId={profile.id} batchId={continued} />
      </Composing>
    );
  }
  if (type) {
    return (
      <Composing key={type} title={`Share Memories: ${titles[type]}`}>
        <Compose ownerId={profile.id} type={type} existing={null} />
      </Composing>
    );
  }
  return <Choice ownerId={profile.id} dayOf={dayOf} />;
}

function Choice({ ownerId, dayOf }: { ownerId: string; dayOf: DayOf }) {
  const resume = useResumeRecording();
  const isBegun = useIsBegun(ownerId);
  const addressee = useAddressee();
  return (
    <Choosing addressee={addressee?.firstName}>
      <UnsentRecordings ownerId={ownerId} isHidden={isBegun} onUse={resume} />
      <BegunUploads ownerId={ownerId} />
      <TypeChoice addresseeId={addressee?.id ?? null} />
      <BegunMemories ownerId={ownerId} />
      <OwnMemories dayOf={dayOf} />
    </Choosing>
  );
}

const titles: Record<MemoryType, string> = {
  photo: 'a photo',
  video: 'a video',
  audio: 'a recording',
  letter: 'a letter',
};

function Choosing({ addressee, children }: { addressee?: string | undefined; children: ReactNode }) {
  const lead = addressee ? `What would you like to leave for ${addressee}?` : 'What would you like to leave?';
  return (
    <Page title="Share Memories" lead={lead}>
      <title>Upload · Long After</title>
      {children}
    </Page>
  );
}

/** The page of one memory; its title is shown to screen readers only. */
function Composing({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Column>
      <h1 className="sr-only">{title}</h1>
      {children}
    </Column>
  );
}

function Column({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    // A heading or the title of a letter may already have the focus.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, []);
  return (
    <main
      ref={main}
      id="main"
      tabIndex={-1}
      className="mx-auto w-full max-w-[calc(var(--container-page)+3rem)] px-4.5 pb-20 outline-none md:px-6"
    >
      <title>Upload · Long After</title>
      {children}
    </main>
  );
}

function ChoiceSkeleton() {
  return (
    <SkeletonArea label="Loading" className="grid gap-3.5 min-[30rem]:grid-cols-2 lg:grid-cols-4">
      {memoryTypes.map((type) => (
        <Skeleton
          key={type}
          className="h-34 rounded-card max-[30rem]:first:h-40 min-[30rem]:h-48 lg:h-54.5"
        />
      ))}
    </SkeletonArea>
  );
}
