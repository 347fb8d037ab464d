import type { Series } from '../../../../../shared/delivery/series.ts';
import { dayOfBirthday } from '../../../../../shared/delivery/series-days.ts';
import { Button } from '../../../../ui/button.tsx';
import { showFailure, toast } from '../../../../ui/toast.ts';
import { joinFirstNames } from '../schedules/recipient-names.ts';
import { showSchedulingFailure, showUndoable } from '../schedules/schedule-toasts.ts';
import { useAnswerBirthday, useSeriesList } from './queries.ts';
import { isSameDay } from './series-plan.ts';
import { formatDayOfYear } from './series-words.ts';

/** Asks on a recipient's page whether their series moves with the corrected birthday. Renders nothing if there is no question. */
export function BirthdayQuestions({ personId }: { personId: string }) {
  const { data: all = [] } = useSeriesList();
  const theirs = all.filter(({ recipients }) => recipients.some(({ id }) => id === personId));
  return theirs.map((series) => <BirthdayQuestion key={series.id} series={series} />);
}

/** Asks before anything moves, if the birthday was corrected since. */
export function BirthdayQuestion({ series }: { series: Series }) {
  const { mutateAsync: answer, isPending } = useAnswerBirthday();
  const { birthdayMoved: moved, id, month, day, untilYear } = series;
  if (!moved) return null;
  const { from, to } = moved;
  const question = askAbout(series, moved);

  function say(move: boolean) {
    const given = { id, answer: { move, from, to, before: { month, day, untilYear } } };
    answer({ ...given, isUndo: false }).then(
      () =>
        showUndoable(move ? 'The years have moved' : 'Nothing has moved', undefined, () => {
          answer({ ...given, isUndo: true }).then(
            () => toast({ title: 'It is as it was' }),
            showSchedulingFailure,
          );
        }),
      (error: unknown) => showFailure(error, 'Nothing has moved. Please try again.'),
    );
  }

  return (
    <div
      role="status"
      className="mb-7 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 notice bg-gold-wash px-4 py-2.5"
    >
      <p className="max-w-measure">
        {question ?? 'The birthday has been corrected. The years stay where they are.'}
      </p>
      <p className="flex flex-wrap gap-x-5">
        <Button variant="text" size="small" isDisabled={isPending} onPress={() => say(false)}>
          {question ? 'Leave them' : 'All right'}
        </Button>
        {question && (
          <Button variant="text" size="small" isDisabled={isPending} onPress={() => say(true)}>
            Move them
          </Button>
        )}
      </p>
    </div>
  );
}

/** Names what would move: the day, or only the last year; null if neither does. */
export function askAbout(
  series: Pick<Series, 'month' | 'day' | 'recipients' | 'untilAge'>,
  { from, to }: { from: string; to: string },
): string | null {
  const name = joinFirstNames(series.recipients);
  const [before, after] = [dayOfBirthday(from), dayOfBirthday(to)];
  const [old, corrected] = [formatDayOfYear(before), formatDayOfYear(after)];
  if (isSameDay(before, series) && old !== corrected) {
    return `${name}’s birthday is ${corrected} now. Shall the deliveries planned for every ${old} move to ${corrected}?`;
  }
  const [bornIn, correctedTo] = [from.slice(0, 4), to.slice(0, 4)];
  if (series.untilAge === null || bornIn === correctedTo) return null;
  return `${name} was born in ${correctedTo}, not in ${bornIn}. Shall the last year of what comes every ${formatDayOfYear(series)} move too, so that it still goes until they are ${series.untilAge}?`;
}
