import { formatDateTime } from '../../../../../shared/dates.ts';
import { ReadFailure } from '../../../../ui/read-failure.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useStaffViews } from './queries.ts';

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
