import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { LegacyAnswer } from '../../../../shared/memories/legacy.ts';
import { legacyQuestions } from '../../../../shared/memories/questions.ts';
import { Link } from '../../../ui/link.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { type ServerDraft, sheetOf } from '../memories/drafts/drafts.ts';
import type { ServerDrafts } from '../memories/drafts/queries.ts';
import { AnswerSheet } from './answer-sheet.tsx';
import { BookSpine } from './book-spine.tsx';
import { answerDraftKind, firstUnanswered, parseQuestion, percentAnswered } from './journal-rules.ts';
import { journalColumns } from './journal-skeleton.tsx';
import { bookPath } from './queries.ts';
import { QuestionGrid } from './question-grid.tsx';

interface JournalProps {
  ownerId: string;
  answers: readonly LegacyAnswer[];
  drafts: ServerDrafts;
}

export function Journal({ ownerId, answers, drafts }: JournalProps) {
  const [search, setSearch] = useSearchParams();
  const [firstIndex] = useState(() => firstUnanswered(answers));
  const [hasMoved, setMoved] = useState(false);
  const [chosen, choose] = useState<ServerDraft<unknown> | null>(null);
  const index = parseQuestion(search.get('question')) ?? firstIndex;
  const question = legacyQuestions[index] ?? legacyQuestions[0];

  function open(next: number) {
    setMoved(true);
    setSearch({ question: String(next + 1) });
  }

  const sheet = sheetOf(answerDraftKind(index), ownerId, drafts, chosen, choose);
  return (
    <div className={journalColumns}>
      {question && (
        <AnswerSheet
          key={sheet.key}
          sheet={sheet}
          question={question}
          saved={answers.find((answer) => answer.questionIndex === index)}
          takesFocus={hasMoved}
          onOpen={open}
        />
      )}
      <aside aria-label="Your journal" className="grid content-start gap-6">
        <Progress answeredCount={answers.length} />
        <QuestionGrid
          current={index}
          answered={new Set(answers.map((answer) => answer.questionIndex))}
          onOpen={open}
        />
      </aside>
    </div>
  );
}

const total = legacyQuestions.length;

export function Progress({ answeredCount }: { answeredCount: number }) {
  return (
    <div className="flex items-center gap-5">
      <BookSpine answeredCount={answeredCount} />
      <div className="min-w-0 grow">
        <ProgressBar
          label={`${answeredCount} of ${total} answered`}
          percent={percentAnswered(answeredCount)}
        />
        {answeredCount === 0 ? (
          <p className="mt-3 text-small text-ink-soft">
            Answer the ones you like, in any order. They become a book you can print.
          </p>
        ) : (
          <BookLink />
        )}
      </div>
    </div>
  );
}

/** Opens the PDF in a new tab, so that the page is not lost. */
function BookLink() {
  return (
    <Link
      href={bookPath}
      target="_blank"
      className="mt-1.5 inline-flex min-h-11 items-center gap-2 text-small"
    >
      <BookOpen aria-hidden="true" className="size-5 flex-none" strokeWidth={1.5} />
      Read it as a book
      <span className="sr-only"> (PDF, opens in a new tab)</span>
    </Link>
  );
}
