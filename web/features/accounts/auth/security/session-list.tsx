import { Laptop } from 'lucide-react';
import type { Session } from '../../../../../shared/accounts/sessions.ts';
import { formatDateTime } from '../../../../../shared/dates.ts';
import { messageOf } from '../../../../lib/api/api-error.ts';
import { Button } from '../../../../ui/button.tsx';
import { ReadFailure } from '../../../../ui/read-failure.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useEndSession, useSessions, useStaffViews } from './queries.ts';

export function SessionList({ timeZone }: { timeZone: string }) {
  const { data: sessions, isPending, isFetching, refetch } = useSessions();
  const { mutate: end, isPending: isEnding, variables: endingId } = useEndSession();
  const finish = (id: string | undefined) =>
    end(id, { onSuccess: () => toast({ title: 'That browser is signed out' }), onError: showFailure });
  if (isPending) return <Skeleton className="h-20" />;
  if (!sessions)
    return <ReadFailure what="where you are signed in" isRetrying={isFetching} onRetry={refetch} />;
  return (
    <div className="grid gap-3">
      <ul className="grid gap-4">
        {sessions.map((session) => (
          <Row
            key={session.id}
            session={session}
            timeZone={timeZone}
            isEnding={isEnding && endingId === session.id}
            onEnd={() => finish(session.id)}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start"
          isPending={isEnding && endingId === undefined}
          onPress={() => finish(undefined)}
        >
          Sign out everywhere else
        </Button>
      )}
    </div>
  );
}

interface RowProps {
  session: Session;
  timeZone: string;
  isEnding: boolean;
  onEnd: () => void;
}

function Row({ session: { device, current, lastUsedAt }, timeZone, isEnding, onEnd }: RowProps) {
  const lastUsed = formatDateTime(lastUsedAt, timeZone);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5">
      <Laptop aria-hidden="true" className="size-6 text-ink-soft" strokeWidth={1.5} />
      <div className="leading-snug">
        <p className="font-medium first-letter:uppercase">{device}</p>
        <p className="text-small text-ink-soft">{current ? 'This browser' : `Last used ${lastUsed}`}</p>
      </div>
      {!current && (
        <Button
          variant="text"
          size="small"
          aria-label={`Sign out ${device}, last used ${lastUsed}`}
          isPending={isEnding}
          onPress={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

function showFailure(error: unknown): void {
  const description = messageOf(error, 'Please try again.');
  toast({ variant: 'destructive', title: 'That browser is still signed in', description });
}

/** When our staff looked at the account, which shows them nothing of what is kept in it. */
export function StaffViewList({ timeZone }: { timeZone: string }) {
  const { data: views, isPending, isFetching, refetch } = useStaffViews();
  if (isPending) return <Skeleton className="h-12" />;
  if (!views)
    return <ReadFailure what="what our staff has looked at" isRetrying={isFetching} onRetry={refetch} />;
  if (views.length === 0) return <p>Nobody of our staff has looked at your account.</p>;
  return (
    <div className="grid gap-3">
      <p>
        A member of our staff looked at your name, your addresses, your plan and where you are signed in. They
        do not see what you keep. Where they open a file, with a reason, it says so beside that memory.
      </p>
      <ul className="grid gap-1 text-small text-ink-soft tabular-nums">
        {views.map(({ id, viewedAt }) => (
          <li key={id}>{formatDateTime(viewedAt, timeZone)}</li>
        ))}
      </ul>
    </div>
  );
}
