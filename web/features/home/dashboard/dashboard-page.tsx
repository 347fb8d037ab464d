import { Suspense } from 'react';
import { lazyComponent } from '../../../lib/lazy.ts';
import { Button } from '../../../ui/button.tsx';
import { Page } from '../../../ui/page.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSessionUser } from '../../accounts/auth/sessions/sessions.ts';
import { useHasDrafts } from '../../memories/drafts/queries.ts';
import { useMemories } from '../../memories/memories/queries.ts';
import { AttentionNotice } from './attention/attention-notice.tsx';
import { countDone } from './first-steps.ts';
import { FirstStepsCard } from './first-steps-card.tsx';
import { MyMemories } from './my-memories.tsx';
import { PlanUsage } from './plan-usage.tsx';
import { QuickActions } from './quick-actions.tsx';
import { StatsRow } from './stats-row.tsx';
import { UpcomingDeliveries } from './upcoming-deliveries.tsx';
import type { Guide } from './use-first-steps.ts';
import { useFirstSteps } from './use-first-steps.ts';

const BegunLine = lazyComponent(
  async () => (await import('../../memories/memories/upload/upload.ts')).BegunLine,
);
const FirstRun = lazyComponent(async () => (await import('./first-run.tsx')).FirstRun);

const columns =
  'grid grid-cols-1 items-start gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1.75fr)_minmax(0,1fr)]';

export function DashboardPage() {
  const { firstName } = useSessionUser();
  return (
    <Page
      title={`Welcome back, ${firstName}`}
      lead="Your legacy is safely preserved. Here's what you've shared so far."
    >
      <title>Home · Long After</title>
      <AttentionNotice />
      <Body />
    </Page>
  );
}

/** Somebody who has left nothing yet is shown where to begin. Until that is known nothing is shown, so that nothing moves. */
function Body() {
  // Not `isPending`, as in `useFirstSteps`.
  const { data: memories, isFetched } = useMemories();
  const guide = useFirstSteps();
  const hasDrafts = useHasDrafts();
  const isNew = memories?.length === 0;
  if (!isFetched || hasDrafts === undefined || (guide.state === 'waiting' && !isNew)) return <BodySkeleton />;
  return (
    <Suspense fallback={<BodySkeleton />}>
      {hasDrafts && <BegunLine className="mb-7" />}
      {isNew || guide.state === 'waiting' ? (
        <FirstRun steps={'steps' in guide ? guide.steps : null} />
      ) : (
        <Content guide={guide} />
      )}
    </Suspense>
  );
}

function Content({ guide }: { guide: Exclude<Guide, { state: 'waiting' }> }) {
  return (
    <>
      {guide.state === 'shown' && (
        <FirstStepsCard steps={guide.steps} onHide={() => hideFirstSteps(guide.hide)} />
      )}
      <StatsRow />
      <QuickActions />
      <div className={`mt-12 ${columns}`}>
        <MyMemories />
        <div className="grid grid-cols-1 gap-12 md:max-lg:grid-cols-2 md:max-lg:gap-10">
          <UpcomingDeliveries />
          <PlanUsage />
        </div>
      </div>
      {guide.state === 'hidden' && (
        <p className="mt-12 flex flex-wrap items-center gap-x-4 border-t border-line pt-4 text-small text-ink-soft">
          First steps: {countDone(guide.steps)} of {guide.steps.length} done.
          <Button variant="text" size="small" onPress={() => showAgain(guide.resume)}>
            Show them again
          </Button>
        </p>
      )}
    </>
  );
}

function hideFirstSteps(hide: () => void): void {
  hide();
  toast({
    title: 'The first steps are hidden on this device',
    description: 'You can find them at the end of this page.',
  });
  focusMain();
}

function showAgain(resume: () => void): void {
  resume();
  window.scrollTo(0, 0);
  focusMain();
}

/** The pressed button disappears, and the focus would be lost with it. */
function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}

function BodySkeleton() {
  return (
    <SkeletonArea label="Loading what you have shared">
      <Skeleton className="h-26" />
      <Skeleton className="mt-8.5 h-22" />
      <Skeleton className="mt-12 h-96" />
    </SkeletonArea>
  );
}
