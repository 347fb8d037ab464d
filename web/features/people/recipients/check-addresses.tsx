import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { invalidateTopics } from '../../../lib/api/changed-queries.ts';
import { write } from '../../../lib/api/request.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { ReadFailure } from '../../../ui/read-failure.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { showFailure } from '../../../ui/toast.ts';
import { AddressRow, addressesOf } from './address-row.tsx';
import { AskThem } from './ask-them.tsx';
import { useRecipients } from './queries.ts';
import { RecipientDialog } from './recipient-dialog.tsx';

/** Where everybody is reached, on one page: one press for each person, or for all. */
export function CheckAddresses() {
  const { data, isPending, isFetching, refetch } = useRecipients();
  const people = data?.filter(({ diedAt }) => !diedAt);
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
          <People people={people} />
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
        <ReadFailure what="your recipients" isRetrying={isFetching} onRetry={refetch} />
      )}
    </Page>
  );
}

function People({ people }: { people: readonly Recipient[] }) {
  const { mutateAsync: confirm, isPending } = useConfirmAddresses();
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<Recipient | null>(null);
  const left = people.filter((person) => addressesOf(person).length > 0 && !confirmed.has(person.id));

  function say(some: readonly Recipient[], id: string | null) {
    confirm(id).then(
      () => setConfirmed((before) => new Set([...before, ...some.map((person) => person.id)])),
      (error: unknown) => showFailure(error, 'This did not reach us. Please try again.'),
    );
  }

  return (
    <>
      <ul className="border-t border-line">
        {people.map((person) => (
          <AddressRow
            key={person.id}
            person={person}
            isConfirmed={confirmed.has(person.id)}
            isDisabled={isPending}
            onConfirm={() => say([person], person.id)}
            onChange={() => setEditing(person)}
          />
        ))}
      </ul>
      <div role="status" className="mt-7">
        {left.length > 0 && (
          <Button size="large" isPending={isPending} pendingLabel="Saving" onPress={() => say(people, null)}>
            All still right
          </Button>
        )}
        {left.length === 0 && confirmed.size > 0 && (
          <p className="flex items-start gap-2.5 text-lead">
            <Check aria-hidden="true" className="mt-1 size-5 flex-none text-sage" strokeWidth={1.5} />
            That is everybody. We ask again in a year.
          </p>
        )}
      </div>
      {editing && <RecipientDialog recipient={editing} asked="email" onClose={() => setEditing(null)} />}
    </>
  );
}

/** Says that the addresses of a recipient are still right, or of all of them. */
function useConfirmAddresses() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      write('POST', `/api/recipients/${id === null ? '' : `${id}/`}still-right`),
    onSuccess: () => invalidateTopics(queries, ['recipients']),
  });
}
