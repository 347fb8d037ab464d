import { BirthdayQuestion } from '../series/birthday-question.tsx';
import { useSeriesList } from '../series/queries.ts';

/** Asks on somebody's page whether what comes every year moves with their corrected birthday. Nothing while there is nothing to ask. */
export function BirthdayQuestions({ personId }: { personId: string }) {
  const { data: all = [] } = useSeriesList();
  const theirs = all.filter(({ recipients }) => recipients.some(({ id }) => id === personId));
  return theirs.map((series) => <BirthdayQuestion key={series.id} series={series} />);
}
