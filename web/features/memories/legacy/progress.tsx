import { BookOpen } from 'lucide-react';
import { legacyQuestions } from '../../../../shared/memories/questions.ts';
import { Link } from '../../../ui/link.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { BookSpine } from './book-spine.tsx';
import { percentAnswered } from './journal-rules.ts';
import { bookPath } from './queries.ts';

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
