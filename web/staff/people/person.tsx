import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fullNameOf } from '../../../shared/names.ts';
import type { Person } from '../../../shared/staff/people.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { write } from '../../lib/api/request.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton, SkeletonArea } from '../../ui/skeleton.tsx';
import { ActionDialog } from '../console/action-dialog.tsx';
import { staffKey } from '../console/queries.ts';
import { StaffPage } from '../console/queue-page.tsx';
import { Account } from './account.tsx';
import { RecentActivity, RecipientActivity, Sessions } from './activity.tsx';
import { type Asked, requestOf } from './labels.ts';
import { PersonBadges } from './person-badges.tsx';
import { Acts, Suspension } from './person-parts.tsx';

export function PersonPage({ id }: { id: string }) {
  const person = useQuery<Person>({
    queryKey: staffKey('people', id),
    // A POST although it only reads, because every look is recorded.
    queryFn: ({ signal }) =>
      write<Person>('POST', `/api/admin/people/${id}/view`, undefined, { signal, keepsSession: true }),
  });
  if (person.data) return <Known person={person.data} />;
  return (
    <StaffPage title="A person" description="What we know of this account">
      <Card>
        {person.isError ? (
          <ErrorState
            headingLevel={2}
            title={isMissing(person.error) ? 'There is no such account' : 'We could not show this account'}
            description={
              isMissing(person.error)
                ? 'It may have been deleted by its owner.'
                : messageOf(person.error, 'Nothing was changed.')
            }
            isRetrying={person.isFetching}
            onRetry={() => void person.refetch()}
          />
        ) : (
          <SkeletonArea label="Loading the account" className="grid gap-6">
            <Skeleton className="h-12" />
            <Skeleton className="h-32" />
          </SkeletonArea>
        )}
      </Card>
    </StaffPage>
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function Known({ person }: { person: Person }) {
  const [acting, setActing] = useState<Asked & { person: Person }>();
  const ask = (asked: Asked) => setActing({ ...asked, person });
  const isSpecial =
    person.isAdmin || person.suspendedAt || person.memorialisedAt || person.deletionRequestedAt;
  return (
    <StaffPage
      title={fullNameOf(person)}
      description={<span className="wrap-anywhere">{person.email}</span>}
      actions={
        isSpecial && (
          <div className="flex flex-wrap gap-2">
            <PersonBadges person={person} />
          </div>
        )
      }
    >
      <Suspension person={person} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 gap-5">
          <Account person={person} onAsk={ask} />
          <Sessions person={person} onAsk={ask} />
        </div>
        <div className="grid min-w-0 gap-5">
          <Acts person={person} onAsk={ask} />
          <RecentActivity person={person} />
          <RecipientActivity person={person} />
        </div>
      </div>
      {acting && <ActionDialog request={requestOf(acting)} onClose={() => setActing(undefined)} />}
    </StaffPage>
  );
}
