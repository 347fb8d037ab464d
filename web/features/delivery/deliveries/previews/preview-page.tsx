import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Preview } from '../../../../../shared/delivery/previews.ts';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { memoryNouns } from '../../../../../shared/memory-types.ts';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { ButtonLink } from '../../../../ui/button-link.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ReadFailure } from '../../../../ui/read-failure.tsx';
import { SegmentedControl } from '../../../../ui/segmented-control.tsx';
import { Select } from '../../../../ui/select.tsx';
import { Skeleton, SkeletonArea } from '../../../../ui/skeleton.tsx';
import { useRecipients } from '../../../people/recipients/queries.ts';
import { useSchedules } from '../schedules/queries.ts';
import { MemoryInFrame, MessageFrame, PageFrame } from './frames.tsx';
import { anybody, dayOf, howItComes, momentOf, scheduleFor, whoseEyes } from './labels.ts';
import { Moment, Moments, type Screen } from './moments.tsx';

/** What a recipient will see of a memory, made from the actual parts of their page. Nothing is sent, and nothing counted. */
export function PreviewPage({ memoryId }: { memoryId: string }) {
  const [search] = useSearchParams();
  const recipientId = search.get('for');
  const { data: preview, error, isFetching, refetch } = usePreview(memoryId, recipientId);
  // The day and the choice of eyes are above the preview: everything appears at once, so that nothing moves.
  const { isPending: isDayAwaited } = useSchedules();
  const { isPending: areEyesAwaited } = useRecipients();
  if (preview && !isDayAwaited && !areEyesAwaited)
    return <Shown memoryId={memoryId} recipientId={recipientId} preview={preview} />;
  if (error instanceof ApiError && error.status < 500) return <Gone />;
  return (
    <Main title="As they will see it">
      {error ? (
        <ReadFailure headingLevel={1} what="what they will see" isRetrying={isFetching} onRetry={refetch} />
      ) : (
        <PreviewSkeleton />
      )}
    </Main>
  );
}

/** What a recipient would see of a memory; with null, what anybody would see. No failure toast, since the page shows the failure. */
function usePreview(memoryId: string, recipientId: string | null) {
  const query = recipientId ? `?recipientId=${encodeURIComponent(recipientId)}` : '';
  return useQuery<Preview>({
    queryKey: ['/api/memories', memoryId, `preview${query}`],
    staleTime: 0,
    // When another person is chosen, the page stays until theirs is loaded.
    placeholderData: keepPreviousData,
  });
}

interface ShownProps {
  memoryId: string;
  recipientId: string | null;
  preview: Preview;
}

function Shown({ memoryId, recipientId, preview }: ShownProps) {
  const [screen, setScreen] = useState<Screen>('phone');
  const [nowMs] = useState(() => Date.now());
  const { data: schedules = [] } = useSchedules();
  const schedule = scheduleFor(schedules, memoryId, recipientId);
  const [memory] = preview.received.memories;
  const what = memoryNouns[memory?.type ?? 'letter'];
  const name = preview.cover.recipientFirstName;
  const title = `As ${name || 'they'} will see it`;
  return (
    <Main
      title={title}
      bar={
        <Bar
          what={what}
          memoryId={memoryId}
          title={memory?.title ?? ''}
          screen={screen}
          onScreen={setScreen}
        />
      }
    >
      <div className="mb-9 grid items-end gap-x-10 gap-y-5 md:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          <h1 className="text-display">{title}</h1>
          <p className="mt-2 max-w-[52ch] text-lead text-ink-soft">
            This is your {what} as you saved it. Nothing is sent from here: press whatever you like, and none
            of it is counted{name ? ` as ${name}’s` : ''}.
          </p>
        </div>
        <Eyes memoryId={memoryId} recipientId={recipientId} schedules={schedules} />
      </div>
      <Moments key={recipientId} screen={screen}>
        <Moment title={momentOf(schedule, nowMs)} text={howItComes(preview.message, schedule)} isFirst>
          <MessageFrame message={preview.message} onFollow={showClosedPage} />
        </Moment>
        <Moment
          title={name ? `When ${name} is ready` : 'When they are ready'}
          text={`a closed ${what}, and no hurry`}
          frameId={closedPage}
        >
          <PageFrame preview={preview} today={dayOf(schedule)} />
        </Moment>
        <Moment title={name ? `${name} opens it` : 'They open it'} text={`your ${what}, and nothing else`}>
          <MemoryInFrame preview={preview} />
        </Moment>
      </Moments>
    </Main>
  );
}

interface EyesProps {
  memoryId: string;
  recipientId: string | null;
  schedules: readonly Schedule[];
}

/** A memory may be for several people, or for a group: this asks through whose eyes to look. */
function Eyes({ memoryId, recipientId, schedules }: EyesProps) {
  const [, setSearch] = useSearchParams();
  const { data: people = [] } = useRecipients();
  if (people.length === 0) return null;
  return (
    <Select
      label="Through whose eyes?"
      className="md:w-72"
      value={recipientId ?? anybody}
      options={whoseEyes(people, schedules, memoryId)}
      onChange={(eyes) => setSearch(eyes === anybody ? {} : { for: eyes }, { replace: true })}
    />
  );
}

const closedPage = 'closed-page';

function showClosedPage() {
  const frame = document.getElementById(closedPage);
  frame?.scrollIntoView({ block: 'nearest' });
  frame?.focus({ preventScroll: true });
}

interface BarProps {
  what: string;
  memoryId: string;
  title: string;
  screen: Screen;
  onScreen: (screen: Screen) => void;
}

/** The only thing on the page that its recipient will not see. */
function Bar({ what, memoryId, title, screen, onScreen }: BarProps) {
  return (
    <div className="border-b border-line bg-gold-wash">
      <div className="mx-auto grid max-w-[calc(var(--container-page)+3rem)] items-center gap-x-4 gap-y-1 px-4.5 py-3 lg:grid-cols-[1fr_minmax(0,auto)_1fr] md:max-lg:grid-cols-[1fr_auto] md:px-6">
        <ButtonLink
          variant="text"
          href={`/memories/${memoryId}`}
          className="justify-self-start whitespace-nowrap text-ink"
          icon={<ChevronLeft aria-hidden="true" className="size-5" strokeWidth={1.5} />}
        >
          Back to your {what}
        </ButtonLink>
        <p className="hidden truncate font-serif text-[1.375rem] leading-tight lg:block">{title}</p>
        <SegmentedControl
          label="How they will see it"
          isLabelHidden
          className="rounded-full bg-card md:min-w-80 md:justify-self-end"
          value={screen}
          onChange={onScreen}
          choices={[
            { value: 'phone', label: 'On a phone' },
            { value: 'computer', label: 'On a computer' },
          ]}
        />
      </div>
    </div>
  );
}

function Main({ title, bar, children }: { title: string; bar?: ReactNode; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="overflow-x-clip outline-none wrap-anywhere">
      <title>{`${title} · Long After`}</title>
      {bar}
      <div className="mx-auto w-full max-w-[calc(var(--container-page)+3rem)] px-4.5 pt-7 pb-20 md:px-6 md:pt-11">
        {children}
      </div>
    </main>
  );
}

function Gone() {
  return (
    <Main title="Not here">
      <EmptyState
        headingLevel={1}
        title="There is nothing to show here"
        description="The memory or the person may have been deleted. Everything else you saved is safe."
        action={<ButtonLink href="/upload">Your memories</ButtonLink>}
      />
    </Main>
  );
}

function PreviewSkeleton() {
  return (
    <SkeletonArea label="Loading what they will see">
      <Skeleton className="h-13 w-96 max-w-full" />
      <Skeleton className="mt-4 h-14 w-140 max-w-full" />
      <div className="mt-12 grid gap-11 lg:grid-cols-3">
        {['message', 'closed', 'opened'].map((moment) => (
          <Skeleton key={moment} className="h-160 rounded-card" />
        ))}
      </div>
    </SkeletonArea>
  );
}
