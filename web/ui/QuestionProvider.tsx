import type { ReactNode } from 'react';
import { createContext, lazy, Suspense, use, useCallback, useMemo, useState } from 'react';
import type { ConfirmOptions } from './ConfirmDialog.tsx';
import type { PromptOptions } from './PromptDialog.tsx';

const ConfirmDialog = lazy(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog }));
const PromptDialog = lazy(async () => ({ default: (await import('./PromptDialog.tsx')).PromptDialog }));

type Question =
  | { kind: 'confirm'; options: ConfirmOptions; answer: (isConfirmed: boolean) => void }
  | { kind: 'prompt'; options: PromptOptions; answer: (text: string | null) => void };

interface Questions {
  confirm: (options: ConfirmOptions) => Promise<boolean>;
  prompt: (options: PromptOptions) => Promise<string | null>;
}

const QuestionContext = createContext<Questions | null>(null);

function useQuestions(): Questions {
  const questions = use(QuestionContext);
  if (!questions) throw new Error('useConfirm and usePrompt need a QuestionProvider above them');
  return questions;
}

/** Asks in our own dialog; resolves to true when confirmed. */
export function useConfirm(): Questions['confirm'] {
  return useQuestions().confirm;
}

/** Asks for a text in our own dialog; resolves to null when cancelled. */
export function usePrompt(): Questions['prompt'] {
  return useQuestions().prompt;
}

/** Holds the one question that is being asked. The dialogs are loaded when the first question is. */
export function QuestionProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const close = useCallback(() => setQuestion(null), []);
  const questions = useMemo<Questions>(
    () => ({
      confirm: (options) => new Promise((answer) => setQuestion({ kind: 'confirm', options, answer })),
      prompt: (options) => new Promise((answer) => setQuestion({ kind: 'prompt', options, answer })),
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
  if (question.kind === 'confirm') {
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
  const answer = (text: string | null) => {
    question.answer(text);
    onClose();
  };
  return <PromptDialog isOpen {...question.options} onConfirm={answer} onCancel={() => answer(null)} />;
}
