import { ErrorState } from '../../../ui/error-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { useProfile } from '../../accounts/auth/sessions/queries.ts';
import { useServerDrafts } from '../memories/drafts/queries.ts';
import { Journal } from './journal.tsx';
import { JournalSkeleton } from './journal-skeleton.tsx';
import { useLegacyAnswers } from './queries.ts';

/** Fifty questions about a life, one at a time; `?question=<1 to 50>` opens one. */
export function LegacyPage() {
  const profile = useProfile();
  const answers = useLegacyAnswers();
  const drafts = useServerDrafts();
  const isMissing = [profile, answers].some((read) => read.isError && !read.data);
  return (
    <Page title="Build Your Legacy" lead="Fifty questions, for the people who will want to know.">
      <title>Legacy · Long After</title>
      {isMissing && (
        <ErrorState
          headingLevel={2}
          title="We could not open your journal"
          description="Every answer you have saved is safe."
          isRetrying={profile.isFetching || answers.isFetching}
          onRetry={() => {
            void profile.refetch();
            void answers.refetch();
          }}
        />
      )}
      {!isMissing &&
        (profile.data && answers.data && drafts.isSettled ? (
          <Journal ownerId={profile.data.id} answers={answers.data} drafts={drafts} />
        ) : (
          <JournalSkeleton />
        ))}
    </Page>
  );
}
