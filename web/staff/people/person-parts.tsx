import type { Person } from '../../../shared/staff/people.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { momentOf } from '../console/format.ts';
import { type Asked, actLabels } from './labels.ts';

export function Suspension({ person: { suspension, suspendedAt, firstName } }: { person: Person }) {
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

/** Actions on the account as a whole; the others are beside what they are about. */
const acts = ['let-in', 'suspend', 'grant-staff', 'withdraw-staff'] as const;

export function Acts({ person, onAsk }: { person: Person; onAsk: (asked: Asked) => void }) {
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
