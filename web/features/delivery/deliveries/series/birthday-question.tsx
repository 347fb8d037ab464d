import type { Series } from '../../../../../shared/delivery/series.ts';
import { dayOfBirthday } from '../../../../../shared/delivery/series-days.ts';
import { Button } from '../../../../ui/button.tsx';
import { showFailure, toast } from '../../../../ui/toast.ts';
import { joinFirstNames } from '../schedules/recipient-names.ts';
import { useAnswerBirthday } from './queries.ts';
import { formatDayOfYear } from './series-words.ts';

/** Asks before anything moves, where the birthday was corrected since. */
export function BirthdayQuestion({ series }: { series: Series }) {
  const { mutateAsync: answer, isPending } = useAnswerBirthday();
  const { birthdayMoved, id } = series;
  if (!birthdayMoved) return null;
  const { to } = birthdayMoved;

  function say(move: boolean) {
    answer({ id, answer: { move, to } }).then(
      () => toast({ title: move ? 'The years have moved' : 'Nothing has moved' }),
      (error: unknown) => showFailure(error, 'Nothing has moved. Please try again.'),
    );
  }

  return (
    <div
      role="status"
      className="mb-7 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-choice bg-gold-wash px-4 py-2.5"
    >
      <p className="max-w-measure">{askAbout(series, birthdayMoved)}</p>
      <p className="flex flex-wrap gap-x-5">
        <Button variant="text" size="small" isDisabled={isPending} onPress={() => say(false)}>
          Leave them
        </Button>
        <Button variant="text" size="small" isDisabled={isPending} onPress={() => say(true)}>
          Move them
        </Button>
      </p>
    </div>
  );
}

/** Names what would move: the day, or only the year until which it goes. */
export function askAbout(
  series: Pick<Series, 'month' | 'day' | 'recipients' | 'untilAge'>,
  { from, to }: { from: string; to: string },
): string {
  const name = joinFirstNames(series.recipients);
  const [before, after] = [dayOfBirthday(from), dayOfBirthday(to)];
  const isOnBirthday = before.month === series.month && before.day === series.day;
  const [old, corrected] = [formatDayOfYear(before), formatDayOfYear(after)];
  if (isOnBirthday && old !== corrected) {
    return `${name}’s birthday is ${corrected} now. Shall what has not begun move from ${old} to ${corrected}?`;
  }
  return `${name} was born in ${to.slice(0, 4)}, not in ${from.slice(0, 4)}. Shall the last year move with it, so that it still goes until they are ${series.untilAge}?`;
}
