import { createContext, type ReactNode, Suspense, use, useCallback, useMemo, useState } from 'react';
import { lazyComponent } from '../lib/lazy.ts';
import type { ConfirmOptions } from './confirm-dialog.tsx';

const ConfirmDialog = lazyComponent(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

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

/** Asks in a dialog. Resolves to true when confirmed. */
export function useConfirm(): Questions['confirm'] {
  return useQuestions().confirm;
}

/** Shows the question asked by `useConfirm`. Loads the dialog when the first one is asked. */
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
