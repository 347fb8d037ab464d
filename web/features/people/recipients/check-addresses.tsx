import { useQuery } from '@tanstack/react-query';
import type { FailedAddresses } from '../../../../shared/people/recipients.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { ReadFailure } from '../../../ui/read-failure.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { AddressList } from './address-list.tsx';
import { AskThem } from './ask-them.tsx';
import { useRecipients } from './queries.ts';

/** Everybody's addresses on one page, with one button for each person, and one for all. */
export function CheckAddresses() {
  const book = useRecipients();
  const failed = useFailedAddresses();
  const people = failed.data && book.data?.filter(({ diedAt }) => !diedAt);
  const isPending = book.isPending || failed.isPending;
  function retry() {
    void book.refetch();
    void failed.refetch();
  }
  return (
    <Page
      width="letter"
      title="Are these still right?"
      lead="Addresses change over the years. A look now may save a letter later."
    >
      <title>Look through your addresses · Long After</title>
      {isPending && (
        <SkeletonArea label="Loading your recipients" className="grid gap-6">
          <Skeleton className="h-28" />
          <Skeleton className="h-28" />
        </SkeletonArea>
      )}
      {people && people.length > 0 && (
        <>
          <AddressList people={people} failed={failed.data} />
          <AskThem />
        </>
      )}
      {people?.length === 0 && (
        <EmptyState
          headingLevel={2}
          title="There is nobody here yet"
          description="Once you have added people, you look through their addresses here once a year."
          action={<ButtonLink href="/recipients">Go to Recipients</ButtonLink>}
        />
      )}
      {!isPending && !people && (
        <ReadFailure
          what="your recipients"
          isRetrying={book.isFetching || failed.isFetching}
          onRetry={retry}
        />
      )}
    </Page>
  );
}

/** The addresses at which something did not arrive. */
function useFailedAddresses() {
  return useQuery<FailedAddresses>({ queryKey: ['/api/recipients', 'failed-addresses'] });
}
