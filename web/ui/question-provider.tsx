import type { ReactNode } from 'react';
import { createContext, lazy, Suspense, use, useCallback, useMemo, useState } from 'react';
import type { ConfirmOptions } from './confirm-dialog.tsx';

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));

interface Question {
  options: ConfirmOptions;
  answer: (isConfirmed: boolean) => void;
}

interface Questions {
  confirm: (options: ConfirmOptions) => Promise<boolean>;
}

const QuestionContext = createContext<Questions | null>(null);

function useQuestions(): Questions {
  const questions = use(QuestionContext);
  if (!questions) throw new Error('useConfirm needs a QuestionProvider above them');
  return questions;
}

/** Asks in our own dialog; resolves to true when confirmed. */
export function useConfirm(): Questions['confirm'] {
  return useQuestions().confirm;
}

/** Holds the one question that is being asked. The dialog is loaded with the first question. */
export function QuestionProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const close = useCallback(() => setQuestion(null), []);
  const questions = useMemo<Questions>(
    () => ({
      confirm: (options) => new Promise((answer) => setQuestion({ options, answer })),
    }),
    [],
  );

  return (
    <QuestionContext value={questions}>
      {children}
      <Suspense fallback={null}>{question && <Asked question={question} onClose={close} />}</Suspense>
    </QuestionContext>
  );
}

function Asked({ question, onClose }: { question: Question; onClose: () => void }) {
  const answer = (isConfirmed: boolean) => {
    question.answer(isConfirmed);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      {...question.options}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  );
}
