import { Suspense, useEffect, useMemo } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { defaultTimeZone } from '../../../../../shared/time-zones.ts';
import { useFocusOnReturn } from '../../../../lib/focus.ts';
import { lazyComponent } from '../../../../lib/lazy.ts';
import { Button } from '../../../../ui/button.tsx';
import { Page } from '../../../../ui/page.tsx';
import { ReadFailure } from '../../../../ui/read-failure.tsx';
import { useProfile } from '../../../accounts/auth/sessions/queries.ts';
import { BegunSeries } from '../series/begun-series.tsx';
import { EveryYearType } from '../series/every-year-type.tsx';
import { WantedYear } from '../series/wanted-year.tsx';
import { ChoicesSkeleton, PlanSkeleton } from './choices-skeleton.tsx';
import { DeliveryForm } from './form/delivery-form.tsx';
import { emptyPlan, planOf } from './form/delivery-plan.ts';
import { ScheduleLists } from './lists/schedule-lists.tsx';
import { ScheduledMoment } from './moment/scheduled-moment.tsx';
import { useSchedules } from './queries.ts';
import { useRescheduling, useScheduling } from './schedule-actions.ts';
import { describeUpcoming, isOpenToChange } from './schedules.ts';

const SeriesFormPage = lazyComponent(async () => (await import('../series/series-form.tsx')).SeriesFormPage);

const SeriesPage = lazyComponent(async () => (await import('../series/series-page.tsx')).SeriesPage);

/**
 * `?memory=<id>&for=<ids>&day=<day>` preselects what to send; `?change=<id>` changes a schedule, `?scheduled=<id>`
 * shows one just made. `?every=year` opens the form for every year, `?series=<id>` shows a series.
 */
export function SchedulesPage() {
  const [search] = useSearchParams();
  const changingId = search.get('change');
  const scheduledId = search.get('scheduled');
  const main = useFocusOnReturn<HTMLElement>(scheduledId === null);
  if (scheduledId) return <Scheduled key={scheduledId} scheduleId={scheduledId} />;
  const seriesId = search.get('series');
  if (seriesId) {
    return (
      <Suspense fallback={<SeriesSkeleton />}>
        <SeriesPage key={seriesId} seriesId={seriesId} />
      </Suspense>
    );
  }
  if (search.has('every')) return <EveryYear />;
  return (
    <Page ref={main} title="Schedule Deliveries" lead="One memory, one day, the people it is for.">
      <title>Schedule · Long After</title>
      {changingId ? (
        <ChangeDelivery key={changingId} scheduleId={changingId} />
      ) : (
        <>
          <BegunSeries />
          <WantedYear />
          <NewDelivery />
        </>
      )}
      <ScheduleLists />
    </Page>
  );
}

function SeriesSkeleton() {
  return (
    <Page title="Every year">
      <ChoicesSkeleton label="Loading this delivery" />
    </Page>
  );
}

function EveryYear() {
  return (
    <Page
      title="Schedule Deliveries"
      lead="One person, one day of the year, as many years as you like."
      actions={<EveryYearType recipientId={null} className="max-md:hidden" />}
    >
      <title>Schedule · Long After</title>
      <Suspense fallback={<ChoicesSkeleton label="Loading this delivery" />}>
        <SeriesFormPage />
      </Suspense>
      <ScheduleLists />
    </Page>
  );
}

function Scheduled({ scheduleId }: { scheduleId: string }) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto w-full max-w-[calc(var(--container-page)+3rem)] px-4.5 pb-20 outline-none md:px-6"
    >
      <title>Scheduled · Long After</title>
      <ScheduledMoment scheduleId={scheduleId} />
    </main>
  );
}

function NewDelivery() {
  const { data: profile } = useProfile();
  const { schedule, isPending } = useScheduling();
  return (
    <DeliveryForm
      initial={emptyPlan(profile?.timezone ?? defaultTimeZone, null)}
      changingId={null}
      isSaving={isPending}
      submitLabel="Schedule this delivery"
      onSubmit={schedule}
    />
  );
}

function ChangeDelivery({ scheduleId }: { scheduleId: string }) {
  const { data: schedules, isPending, isFetching, refetch } = useSchedules();
  const found = schedules?.find((schedule) => schedule.id === scheduleId);
  if (isPending) return <PlanSkeleton />;
  if (!schedules) {
    return <ReadFailure headingLevel={2} what="this delivery" isRetrying={isFetching} onRetry={refetch} />;
  }
  if (!found || !isOpenToChange(found, Date.now())) return <TooLate />;
  return <OpenToChange schedule={found} />;
}

function OpenToChange({ schedule }: { schedule: Schedule }) {
  const [, navigate] = useLocation();
  const initial = useMemo(() => planOf(schedule, Date.now()), [schedule]);
  const { reschedule, isPending, stale, forgetStale } = useRescheduling(schedule);
  const { title, moment } = describeUpcoming(schedule, Date.now());
  useEffect(() => void window.scrollTo(0, 0), []);
  return (
    <>
      <p role="status" className="mb-5 wrap-anywhere notice bg-pine-wash px-4 py-3">
        You are changing the delivery of “{title}”, now set for: {moment}.
      </p>
      <DeliveryForm
        initial={initial}
        changingId={schedule.id}
        isSaving={isPending}
        submitLabel="Save changes"
        onSubmit={reschedule}
        stale={stale}
        onStaleSettled={forgetStale}
        onLeave={() => navigate('/schedule')}
      />
    </>
  );
}

function TooLate() {
  const [, navigate] = useLocation();
  return (
    <div role="status" className="grid justify-items-start gap-3 notice bg-gold-wash px-4 py-4">
      <p>This delivery has started or was cancelled, and can no longer be changed.</p>
      <Button variant="quiet" size="small" onPress={() => navigate('/schedule')}>
        Schedule another
      </Button>
    </div>
  );
}
