import { asc, eq } from 'drizzle-orm';
import { formatDate } from '../../../../shared/dates.ts';
import { legacyQuestions, legacyThemes } from '../../../../shared/memories/questions.ts';
import { fullNameOf } from '../../../../shared/names.ts';
import { createConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { localYear } from '../../../platform/local-time.ts';
import { concurrentBooks, writeBook } from '../../../platform/pdf/book.ts';
import type { Book, Chapter } from '../../../platform/pdf/book-contents.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { type LegacyAnswerRow, legacyAnswers } from './legacy.table.ts';

/** A book keeps one core busy for seconds. An owner's second request waits for the first; a third is refused. */
const limit = createConcurrencyLimit({ concurrency: concurrentBooks, maxWaitingPerKey: 1, maxWaiting: 20 });

/**
 * The owner's answers as a PDF to print, theme by theme. Throws 409 if there is no answer, and 429 or 503 if
 * too many books are being made.
 */
export async function writeLegacyBook(services: Services, owner: UserRow): Promise<Buffer> {
  return limit.run(owner.id, async () => writeBook(await bookOf(services, owner)));
}

async function bookOf({ db, clock }: Services, owner: UserRow): Promise<Book> {
  const answers = await listAnswers(db, owner.id);
  if (answers.length === 0) {
    throw new AppError(
      'conflict',
      'Your book begins with your first answer. Please answer a question first.',
    );
  }
  const madeAt = clock.now();
  const author = fullNameOf(owner);
  return {
    author,
    title: 'In my own words',
    titleNote: describePeriod(answers, owner.timezone),
    imprint: [
      `${author} was asked ${legacyQuestions.length} questions and answered ${describeCount(answers.length)}.`,
      `Printed from Long After on ${formatDate(madeAt, owner.timezone)}.`,
    ],
    chapters: chaptersOf(answers),
    madeAt,
  };
}

/** Themes and questions in catalogue order, without unanswered ones. */
function chaptersOf(answers: readonly LegacyAnswerRow[]): Chapter[] {
  return legacyThemes
    .map((theme) => ({
      title: theme.title,
      sections: answers
        .filter((answer) => legacyQuestions[answer.questionIndex]?.theme === theme)
        .map(({ question, answer }) => ({ heading: question, text: answer })),
    }))
    .filter((chapter) => chapter.sections.length > 0);
}

function describeCount(answered: number): string {
  return answered === legacyQuestions.length ? 'every one' : `${answered} of them`;
}

/** For example '2026', or '2026 to 2027'. */
function describePeriod(answers: readonly LegacyAnswerRow[], timeZone: string): string {
  const years = answers.flatMap(({ createdAt, updatedAt }) => [
    localYear(createdAt, timeZone),
    localYear(updatedAt, timeZone),
  ]);
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return first === last ? String(first) : `${first} to ${last}`;
}

/** The owner's answers, in the order of the questions. */
export function listAnswers(db: Queryable, userId: string): Promise<LegacyAnswerRow[]> {
  return db
    .select()
    .from(legacyAnswers)
    .where(eq(legacyAnswers.userId, userId))
    .orderBy(asc(legacyAnswers.questionIndex));
}
