import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { LegacyAnswer } from '../../../../shared/memories/legacy.ts';
import { legacyQuestions } from '../../../../shared/memories/questions.ts';
import type { useServerDrafts } from '../drafts/queries.ts';
import { AnswerSheet } from './answer-sheet.tsx';
import { answerDraftKind, firstUnanswered, parseQuestion } from './journal-rules.ts';
import { journalColumns } from './journal-skeleton.tsx';
import { Progress } from './progress.tsx';
import { QuestionGrid } from './question-grid.tsx';

interface JournalProps {
  ownerId: string;
  answers: readonly LegacyAnswer[];
  drafts: ReturnType<typeof useServerDrafts>;
}

export function Journal({ ownerId, answers, drafts }: JournalProps) {
  const [search, setSearch] = useSearchParams();
  const [firstIndex] = useState(() => firstUnanswered(answers));
  const [hasMoved, setMoved] = useState(false);
  const index = parseQuestion(search.get('question')) ?? firstIndex;
  const question = legacyQuestions[index] ?? legacyQuestions[0];

  function open(next: number) {
    setMoved(true);
    setSearch({ question: String(next + 1) });
  }

  return (
    <div className={journalColumns}>
      {question && (
        <AnswerSheet
          key={index}
          ownerId={ownerId}
          question={question}
          saved={answers.find((answer) => answer.questionIndex === index)}
          stored={drafts.find(answerDraftKind(index))}
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
