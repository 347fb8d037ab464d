import { useLocation } from 'wouter';
import type { Series } from '../../../../../shared/delivery/series.ts';
import { useConfirm } from '../../../../ui/question-provider.tsx';
import { showFailure, toast } from '../../../../ui/toast.ts';
import { joinFirstNames } from '../schedules/recipient-names.ts';
import { showCancellingFailure, showSchedulingFailure, showUndoable } from '../schedules/schedule-toasts.ts';
import { seriesPath } from './asked-series.ts';
import { useChangeSeries, useCreateSeries, useStopSeries } from './queries.ts';
import { listComing } from './stored-series.tsx';

/** Changes to a scheduled series. Each can be undone while its toast is open. */
export function useSeriesChanges(series: Series) {
  const { mutateAsync: change, isPending: isChanging } = useChangeSeries();
  const { stop, isPending: isStopping } = useStopping(series);

  /** Fills, swaps or empties a year; false if it failed, which a toast says. */
  async function setYear(year: number, memoryId: string | null): Promise<boolean> {
    const before = series.years.find((each) => each.year === year)?.memory?.id ?? null;
    if (memoryId === before) return true;
    try {
      const changed = await change({
        id: series.id,
        changes: { memories: { [year]: memoryId }, version: series.version },
      });
      const title = changed.years.find((each) => each.year === year)?.memory?.title;
      showUndoable(title ? `“${title}” goes in ${year}` : `${year} stays empty`, undefined, () =>
        undo(changed, year, before),
      );
      return true;
    } catch (error) {
      showSchedulingFailure(error);
      return false;
    }
  }

  function undo({ id, version }: Series, year: number, memoryId: string | null) {
    change({ id, changes: { memories: { [year]: memoryId }, version } }).then(
      () => toast({ title: `${year} is as it was` }),
      showSchedulingFailure,
    );
  }

  return { setYear, stop, isBusy: isChanging || isStopping };
}

function useStopping(series: Series) {
  const confirm = useConfirm();
  const [, navigate] = useLocation();
  const { mutateAsync: stopSeries, isPending } = useStopSeries();
  const { mutateAsync: create } = useCreateSeries();

  async function stop() {
    const isConfirmed = await confirm({
      title: 'Stop the rest?',
      message: describeStopping(series),
      confirmLabel: 'Stop the rest',
      cancelLabel: 'Keep it',
      tone: 'danger',
    });
    if (!isConfirmed) return;
    try {
      await stopSeries(series.id);
    } catch (error) {
      return showCancellingFailure(error);
    }
    navigate('/schedule', { replace: true });
    const again = restartForm(series);
    const message = { title: 'The rest is stopped', description: 'The memories themselves are kept.' };
    if (again) showUndoable(message.title, message.description, () => restart(again));
    else toast(message);
  }

  function restart(form: NonNullable<ReturnType<typeof restartForm>>) {
    create(form).then(
      (made) => {
        toast({ title: 'It is scheduled again' });
        navigate(seriesPath(made.id));
      },
      (error: unknown) => showFailure(error, 'Failed to schedule memory', 'Error scheduling memory'),
    );
  }

  return { stop, isPending };
}

function describeStopping(series: Series): string {
  const coming = listComing(series);
  const names = joinFirstNames(series.recipients) || 'Nobody';
  const lost = coming ? `${names} will not receive ${coming}.` : 'Nothing more of it is to come.';
  return `${lost} What has gone out stays as it is, and the memories themselves are kept.`;
}

/** The form for scheduling a stopped series again; null if that would differ, because a year was moved on its own or nobody is chosen. */
export function restartForm(series: Series) {
  const open = series.years.filter(({ state }) => state === 'scheduled' || state === 'empty');
  const [first, last] = [open[0], open.at(-1)];
  const isOther = open.some(({ isMovedByHand }) => isMovedByHand) || series.recipients.length === 0;
  if (!first || !last || isOther) return null;
  return {
    recipientIds: series.recipients.map(({ id }) => id),
    month: series.month,
    day: series.day,
    fromYear: first.year,
    ...(series.untilAge === null ? { untilYear: series.untilYear } : { untilAge: series.untilAge }),
    localTime: series.localTime.slice(0, 5),
    timezone: series.timezone,
    memoryId: null,
    memories: Object.fromEntries(open.map(({ year, memory }) => [year, memory?.id ?? null])),
  };
}
