import { formatDateTime } from '../../../shared/dates.ts';
import type { Person } from '../../../shared/staff/people.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { actionWords } from '../audit-log/audit-log.tsx';
import { staffTimeZone } from '../console/staff-time-zone.ts';

/** What staff did to this account, and why, the latest first. */
export function Deeds({ person: { id, deeds } }: { person: Person }) {
  return (
    <Card as="section">
      <h2 className="text-title">What staff did</h2>
      {deeds.length === 0 && <p className="mt-2 text-ink-soft">Nothing so far.</p>}
      <ol className="grid gap-4 not-empty:mt-3">
        {deeds.map((deed) => (
          <li key={deed.id}>
            <p className="font-medium">{actionWords[deed.action]}</p>
            <p className="wrap-anywhere">{deed.reason}</p>
            <p className="text-small text-ink-soft tabular-nums">
              {deed.by?.name ?? 'An account that is gone, or the settings'},{' '}
              {formatDateTime(deed.at, staffTimeZone())}
            </p>
          </li>
        ))}
      </ol>
      <p className="mt-2">
        <Link
          href={`/admin/audit?${new URLSearchParams({ account: id })}`}
          className="inline-flex min-h-11 items-center text-small"
        >
          All of this account in the audit log
        </Link>
      </p>
    </Card>
  );
}
