import { countOf, numberWord } from '../../../../shared/in-words.ts';
import { capitalized } from '../../../../shared/letter-case.ts';
import { placeholderReview, type ReviewWords } from '../../../../shared/pages.ts';
import type { Config } from '../../../platform/config.ts';

/** What the public page on how we keep things says about the review of a report, from the settings. */
export function reviewWords({ deathReports }: Pick<Config, 'deathReports'>): ReviewWords {
  const { approvers, reviewHours, objectionHours } = deathReports;
  return {
    within: within(reviewHours),
    by: approversSentence(approvers),
    thenAtLeast: `Then at least ${span(objectionHours)}`,
  };
}

/** The same, as a map from the placeholders in the built pages. */
export function placeholdersOfReview(config: Pick<Config, 'deathReports'>): Record<string, string> {
  const words = reviewWords(config);
  return Object.fromEntries(
    Object.entries(placeholderReview).map(([name, placeholder]) => [
      placeholder,
      words[name as keyof ReviewWords],
    ]),
  );
}

function approversSentence(count: number): string {
  if (count === 1) return 'One of us opens every proof that was sent, and decides.';
  const everyone = count === 2 ? 'both' : 'all of them';
  return `${capitalized(numberWord(count))} of us open every proof that was sent, and ${everyone} must agree.`;
}

function within(hours: number): string {
  const days = hours / 24;
  if (Number.isInteger(days)) return `Within ${countOf(days, 'working day')} of the proof`;
  return `Within ${hours} hours of the proof, weekends aside`;
}

function span(hours: number): string {
  return Number.isInteger(hours / 24) ? countOf(hours / 24, 'day') : `${hours} hours`;
}
