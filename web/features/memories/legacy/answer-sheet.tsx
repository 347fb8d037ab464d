import { useEffect, useRef } from 'react';
import { answerMaxCharacters, legacyQuestions } from '../../../../shared/memories/questions.ts';
import { goToFault } from '../../../lib/faults.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { CharacterCount, TextArea } from '../../../ui/text-area.tsx';
import { Thread } from '../../../ui/thread.tsx';
import { AnswerActions } from './answer-actions.tsx';
import { AnswerNotice, SavedLine } from './answer-notice.tsx';
import { type AnswerSubject, useAnswering } from './answering.ts';
import { LeaveAnswer, RemoveAnswer } from './saved-answer.tsx';

interface AnswerSheetProps extends AnswerSubject {
  /** True after moving here from another question. */
  takesFocus: boolean;
  onOpen: (index: number) => void;
}

/** Text over the limit is not cut off: its author decides what to shorten. */
export function AnswerSheet({ takesFocus, onOpen, ...subject }: AnswerSheetProps) {
  const { question, saved } = subject;
  const answering = useAnswering(subject);
  const text = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (answering.error) goToFault(text.current);
  }, [answering.error]);
  return (
    <section aria-label="Your answer" className="min-w-0">
      <AnswerNotice answering={answering} saved={saved} />
      <Sheet className="flex flex-col md:min-h-112! md:px-14 md:py-10">
        <QuestionHeading question={question} takesFocus={takesFocus} />
        <TextArea
          ref={text}
          label={question.text}
          isLabelHidden
          name="answer"
          appearance="letter"
          className="mt-5 grow caret-gold [&_textarea]:min-h-56 [&_textarea]:outline-none md:[&_textarea]:min-h-44"
          placeholder="Begin where you like."
          rows={5}
          value={answering.text}
          error={answering.error}
          onChange={answering.write}
        />
      </Sheet>
      <div className="mt-3 flex min-h-6 flex-wrap items-start gap-x-4 gap-y-1 md:gap-x-6">
        <SavedLine answering={answering} saved={saved} />
        {saved && (
          <div className="flex flex-wrap gap-x-6 max-md:order-last max-md:basis-full">
            {!answering.isChanged && <LeaveAnswer saved={saved} />}
            <RemoveAnswer
              saved={saved}
              onRemoved={() => {
                answering.write('');
                text.current?.focus();
              }}
            />
          </div>
        )}
        <div className="ml-auto">
          <CharacterCount length={answering.text.length} maxLength={answerMaxCharacters} />
        </div>
      </div>
      <AnswerActions answering={answering} index={question.index} onOpen={onOpen} />
    </section>
  );
}

function QuestionHeading({ question, takesFocus }: Pick<AnswerSheetProps, 'question' | 'takesFocus'>) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
  }, [takesFocus]);
  return (
    <header>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-small text-ink-soft lining-nums">
        <span className="font-medium text-gold">{question.theme.title}</span>
        <span>
          Question {question.index + 1} of {legacyQuestions.length}
        </span>
      </p>
      <h2
        ref={heading}
        tabIndex={-1}
        className="mt-3.5 animate-rise text-[clamp(1.75rem,2.6vw,2.25rem)] leading-[1.18] tracking-[-0.015em] outline-none"
      >
        {question.text}
      </h2>
      <Thread
        path="M1 5 C 14 -3, 30 13, 46 5 S 76 -1, 91 5"
        viewBox="0 0 92 10"
        className="mt-5 h-2.5 w-23"
      />
    </header>
  );
}
