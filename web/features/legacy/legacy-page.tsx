import { BookOpen } from 'lucide-react';
import { useServerDrafts } from '../../lib/api/drafts.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { useProfile } from '../sessions/queries.ts';
import { Journal } from './journal.tsx';
import { JournalSkeleton } from './journal-skeleton.tsx';
import { bookPath, useLegacyAnswers } from './queries.ts';

/** Fifty questions about a life, one at a time; `?question=<1 to 50>` opens one. */
export function LegacyPage() {
  const { data: profile, refetch: refetchProfile } = useProfile();
  const { data: answers, isFetching, isError, refetch } = useLegacyAnswers();
  const drafts = useServerDrafts();
  const isMissing = isError && !answers;
  return (
    <Page
      title="Build Your Legacy"
      lead="Fifty questions, for the people who will want to know. Answer the ones you like, in any order."
      actions={answers && answers.length > 0 && <BookLink />}
    >
      <title>Legacy · Long After</title>
      {isMissing && (
        <ErrorState
          headingLevel={2}
          title="We could not open your journal"
          description="Every answer you have saved is safe."
          isRetrying={isFetching}
          onRetry={() => {
            void refetchProfile();
            void refetch();
          }}
        />
      )}
      {!isMissing &&
        (profile && answers && drafts.isSettled ? (
          <Journal ownerId={profile.id} answers={answers} drafts={drafts} />
        ) : (
          <JournalSkeleton />
        ))}
    </Page>
  );
}

/** The same tab would lose the page; the browser shows the book, prints it and saves it. */
function BookLink() {
  return (
    <ButtonLink
      href={bookPath}
      target="_blank"
      variant="quiet"
      icon={<BookOpen aria-hidden="true" className="size-5" strokeWidth={1.5} />}
    >
      Read it as a book
      <span className="sr-only"> (PDF, opens in a new tab)</span>
    </ButtonLink>
  );
}
