import { Laptop } from 'lucide-react';
import type { Person } from '../../../shared/staff/people.ts';
import { actionLabels } from '../../../shared/system/audit-labels.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { ageOf, dateTimeOf } from '../console/format.ts';
import { type Asked, actLabels } from './labels.ts';

export function RecentActivity({ person: { id, activity } }: { person: Person }) {
  return (
    <Card as="section">
      <h2 className="text-title">What staff did</h2>
      {activity.length === 0 && <p className="mt-2 text-ink-soft">Nothing so far.</p>}
      <ol className="grid gap-4 not-empty:mt-3">
        {activity.map((entry) => (
          <li key={entry.id}>
            <p className="font-medium">{actionLabels[entry.action]}</p>
            <p className="wrap-anywhere">{entry.reason}</p>
            <p className="text-small text-ink-soft tabular-nums">
              {entry.by?.name ?? 'An account that is gone, or the settings'}, {dateTimeOf(entry.at)}
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

/** Without what they wrote, which is not for us to read. */
export function RecipientActivity({ person: { recipientActivity } }: { person: Person }) {
  return (
    <Card as="section">
      <h2 className="text-title">What came from recipients</h2>
      {recipientActivity.length === 0 && <p className="mt-2 text-ink-soft">Nothing so far.</p>}
      <ol className="grid gap-3 not-empty:mt-3">
        {recipientActivity.map(({ id, at, action, recipient }) => (
          <li key={id}>
            <p className="font-medium">{actionLabels[action]}</p>
            <p className="text-small text-ink-soft tabular-nums">
              {recipient ?? 'Somebody who is no longer in the address book'}, {dateTimeOf(at)}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

export function Sessions({ person, onAsk }: { person: Person; onAsk: (asked: Asked) => void }) {
  const { sessions } = person;
  const act = 'end-sessions';
  return (
    <Card as="section">
      <h2 className="text-title">Signed in</h2>
      {sessions.length === 0 && <p className="mt-2 text-ink-soft">Nobody is signed in to this account.</p>}
      <ul className="grid gap-3 not-empty:mt-3">
        {sessions.map(({ id, device, lastUsedAt, current }) => (
          <li key={id} className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5">
            <Laptop aria-hidden="true" className="size-6 text-ink-soft" strokeWidth={1.5} />
            <p className="leading-snug">
              <span className="font-medium first-letter:uppercase">{device}</span>
              <span className="block text-small text-ink-soft tabular-nums">
                {current ? 'this is you' : `last active ${ageOf(lastUsedAt, Date.now())} ago`}
              </span>
            </p>
            <Button
              variant="quiet"
              size="small"
              aria-label={`End the session in ${device}`}
              onPress={() => onAsk({ act, sessionId: id })}
            >
              End
            </Button>
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button variant="quiet" size="small" className="mt-4" onPress={() => onAsk({ act })}>
          {actLabels[act].button}
        </Button>
      )}
    </Card>
  );
}
