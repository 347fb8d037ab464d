import { Suspense } from 'react';
import { lazyComponent } from '../../../lib/lazy.ts';
import { Button } from '../../../ui/button.tsx';
import { Page } from '../../../ui/page.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSessionUser } from '../../accounts/auth/sessions/sessions.ts';
import { useHasDrafts } from '../../memories/memories/drafts/queries.ts';
import { useMemories } from '../../memories/memories/queries.ts';
import { AttentionNotice } from './attention/attention-notice.tsx';
import { countDone } from './first-steps.ts';
import { MyMemories } from './my-memories.tsx';
import { PlanUsage } from './plan-usage.tsx';
import { QuickActions } from './quick-actions.tsx';
import { Remembered } from './remembered.tsx';
import { StatsRow } from './stats-row.tsx';
import { UpcomingDeliveries } from './upcoming-deliveries.tsx';
import { type Guide, useFirstSteps } from './use-first-steps.ts';

const BegunLine = lazyComponent(
  async () => (await import('../../memories/memories/upload/upload.ts')).BegunLine,
);
const FirstStepsCard = lazyComponent(async () => (await import('./first-steps-card.tsx')).FirstStepsCard);
const FirstRun = lazyComponent(async () => (await import('./first-run.tsx')).FirstRun);

/** On a phone, what is to come is above what has been made; if there is room, beside it. */
const columns =
  'grid grid-cols-1 items-start gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1.75fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]';

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

/**
 * Somebody who has left nothing yet is shown where to begin. Until that is known the page is shown without
 * its figures, so that nothing moves.
 */
function Body() {
  // Not `isPending`, as in `useFirstSteps`.
  const { data: memories, isFetched } = useMemories();
  const guide = useFirstSteps();
  const hasDrafts = useHasDrafts();
  const isNew = memories?.length === 0;
  const isWaiting = !isFetched || hasDrafts === undefined || (guide.state === 'waiting' && !isNew);
  const begun = hasDrafts && <BegunLine className="mb-7" />;
  if (!isWaiting && (isNew || guide.state === 'waiting')) {
    return (
      <Suspense fallback={<BodySkeleton />}>
        {begun}
        <FirstRun steps={'steps' in guide ? guide.steps : null} />
      </Suspense>
    );
  }
  return (
    <>
      <Remembered place="first-steps" isWaiting={isWaiting}>
        {begun}
        {guide.state === 'shown' && (
          <FirstStepsCard steps={guide.steps} onHide={() => hideFirstSteps(guide.hide)} />
        )}
      </Remembered>
      <Content guide={guide} />
    </>
  );
}

function Content({ guide }: { guide: Guide }) {
  return (
    <>
      <StatsRow />
      <QuickActions />
      <div className={`mt-12 ${columns}`}>
        <div className="lg:col-start-2">
          <UpcomingDeliveries />
        </div>
        <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <MyMemories />
        </div>
        <div className="lg:col-start-2">
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

/** For the first step, which fills the screen. */
function BodySkeleton() {
  return (
    <SkeletonArea label="Loading where to begin">
      <Skeleton className="h-110" />
    </SkeletonArea>
  );
}
