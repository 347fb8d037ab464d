import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fullNameOf } from '../../../shared/full-name.ts';
import type { Person } from '../../../shared/staff/people.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { write } from '../../lib/api/request.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton, SkeletonArea } from '../../ui/skeleton.tsx';
import { ActionDialog } from '../console/action-dialog.tsx';
import { momentOf } from '../console/format.ts';
import { staffKey } from '../console/queries.ts';
import { StaffPage } from '../console/queue-page.tsx';
import { Account } from './account.tsx';
import { RecentActivity, Sessions } from './activity.tsx';
import { type Asked, actLabels, requestOf } from './labels.ts';
import { PersonBadges } from './person-badges.tsx';

export function PersonPage({ id }: { id: string }) {
  const person = useQuery<Person>({
    queryKey: staffKey('people', id),
    // A POST, although it reads, because every look is recorded.
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
        </div>
      </div>
      {acting && <ActionDialog request={requestOf(acting)} onClose={() => setActing(undefined)} />}
    </StaffPage>
  );
}

function Suspension({ person: { suspension, suspendedAt, firstName } }: { person: Person }) {
  if (!suspension || !suspendedAt) return null;
  return (
    <section className="mb-5 rounded-choice border border-rose bg-rose-wash px-4.5 py-4">
      <h2 className="font-serif text-lead font-medium text-rose">{firstName} cannot sign in</h2>
      <p>
        Suspended by {suspension.by?.name ?? 'a colleague whose account is gone'} on {momentOf(suspendedAt)}:{' '}
        <q className="wrap-anywhere">{suspension.reason}</q>
      </p>
      <p className="mt-1 text-small">Deliveries go on. Nothing of this account is erased meanwhile.</p>
    </section>
  );
}

/** Actions on the account as a whole; the others are beside what they concern. */
const acts = ['let-in', 'suspend', 'grant-staff', 'withdraw-staff'] as const;

function Acts({ person, onAsk }: { person: Person; onAsk: (asked: Asked) => void }) {
  const possible = acts.filter((act) => person.acts.includes(act));
  return (
    <Card as="section">
      <h2 className="text-title">What you can do</h2>
      {possible.length === 0 && (
        <p className="mt-2 text-ink-soft">
          {person.isAdmin
            ? 'Nobody changes their own role. Ask a colleague.'
            : 'There is nothing to be done here.'}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        {possible.map((act) => (
          <Button
            key={act}
            size="small"
            variant={act === 'let-in' ? 'primary' : 'quiet'}
            onPress={() => onAsk({ act })}
          >
            {actLabels[act].button}
          </Button>
        ))}
      </div>
      {person.isAdmin && person.acts.includes('withdraw-staff') && (
        <p className="mt-3 text-small text-ink-soft">Staff cannot be suspended. Withdraw the role first.</p>
      )}
    </Card>
  );
}
