import { Check } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { type LegacyQuestion, legacyQuestions, legacyThemes } from '../../../../shared/memories/questions.ts';
import { joinClasses } from '../../../ui/join-classes.ts';
import { questionAfterKey } from './journal-rules.ts';

interface QuestionGridProps {
  current: number;
  answered: ReadonlySet<number>;
  onOpen: (index: number) => void;
}

/** All questions by theme; a thread connects neighbouring answers. */
export function QuestionGrid({ current, answered, onOpen }: QuestionGridProps) {
  const nav = useRef<HTMLElement>(null);

  function moveFocus(event: KeyboardEvent, index: number) {
    const target = questionAfterKey(event.key, index);
    if (target === null) return;
    event.preventDefault();
    nav.current?.querySelectorAll('button')[target]?.focus();
  }

  return (
    <nav ref={nav} aria-label="Questions" className="grid gap-x-10 gap-y-4 md:max-lg:grid-cols-2">
      {legacyThemes.map((theme) => {
        const questions = legacyQuestions.filter((question) => question.theme === theme);
        const count = questions.filter(({ index }) => answered.has(index)).length;
        return (
          <section key={theme.key} aria-labelledby={`theme-${theme.key}`}>
            <h3
              id={`theme-${theme.key}`}
              className="flex items-baseline justify-between gap-4 font-sans text-small font-medium tracking-normal"
            >
              {theme.title}
              <span className="font-normal text-ink-soft lining-nums tabular-nums">
                {count} of {questions.length}
              </span>
            </h3>
            <ol className="mt-1 grid grid-cols-8">
              {questions.map((question, place) => (
                <QuestionButton
                  key={question.index}
                  question={question}
                  isCurrent={question.index === current}
                  isAnswered={answered.has(question.index)}
                  isConnected={place > 0 && answered.has(question.index - 1) && answered.has(question.index)}
                  onOpen={() => onOpen(question.index)}
                  onKeyDown={(event) => moveFocus(event, question.index)}
                />
              ))}
            </ol>
          </section>
        );
      })}
    </nav>
  );
}

interface QuestionButtonProps {
  question: LegacyQuestion;
  isCurrent: boolean;
  isAnswered: boolean;
  /** Whether a thread connects it to the previous question. */
  isConnected: boolean;
  onOpen: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function QuestionButton({
  question,
  isCurrent,
  isAnswered,
  isConnected,
  onOpen,
  onKeyDown,
}: QuestionButtonProps) {
  return (
    <li className="relative">
      {isConnected && (
        <span
          aria-hidden="true"
          className="absolute top-1/2 right-1/2 left-[-50%] h-[1.5px] -translate-y-1/2 bg-thread"
        />
      )}
      <button
        type="button"
        aria-label={`Question ${question.index + 1}, ${isAnswered ? 'answered' : 'not answered'}: ${question.text}`}
        aria-current={isCurrent ? 'step' : undefined}
        className="group relative z-10 grid h-11 w-full place-items-center rounded-full text-small lining-nums tabular-nums"
        onClick={onOpen}
        onKeyDown={onKeyDown}
      >
        <span
          className={joinClasses(
            'relative grid size-9 place-items-center rounded-full border transition-colors',
            isCurrent
              ? 'border-pine bg-pine font-semibold text-on-pine ring-2 ring-pine ring-offset-2 ring-offset-paper'
              : isAnswered
                ? 'border-thread bg-gold-wash font-medium text-ink group-hover:border-gold'
                : 'border-transparent bg-paper text-ink-soft group-hover:border-line-strong group-hover:text-ink',
          )}
        >
          {question.index + 1}
          {isAnswered && (
            <Check
              aria-hidden="true"
              className="absolute -top-1 -right-1 size-4 rounded-full border border-thread bg-card p-px text-gold"
              strokeWidth={2.5}
            />
          )}
        </span>
      </button>
    </li>
  );
}
