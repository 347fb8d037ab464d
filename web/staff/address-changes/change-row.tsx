import type { StaffAddressChange } from '../../../shared/after-death/address-changes.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { type Fact, Facts, momentOf, QueueRow } from '../console/queue-row.tsx';
import { Acts } from '../console/standing.tsx';
import { type Decision, decisionLabels, fieldLabels, stateLabels, toldLine } from './labels.ts';

interface ChangeRowProps {
  change: StaffAddressChange;
  isOpen: boolean;
  onToggle: () => void;
  onDecide: (decision: Decision) => void;
}

/** One change: whose address, who changed it, and who has been told; opened, all that staff need to decide. */
export function ChangeRow({ change, isOpen, onToggle, onDecide }: ChangeRowProps) {
  const { id, person, owner, byName, by, since, state, inForceFrom, isLate } = change;
  const stateLabel = stateLabels[state];
  return (
    <QueueRow
      id={id}
      title={`A new address for ${person.name}`}
      subtitle={`by ${byName}, ${by === 'staff' ? 'one of us' : 'trusted contact'} · left by ${owner.name}`}
      state={
        state === 'waiting' ? { ...stateLabel, label: `Waits until ${momentOf(inForceFrom)}` } : stateLabel
      }
      since={since}
      isLate={isLate}
      isOpen={isOpen}
      onToggle={onToggle}
    >
      <Facts facts={factsOf(change)} />
      <div>
        <h2 className="text-small text-ink-soft">Who has been told</h2>
        <Told change={change} />
      </div>
      <Acts
        ownerId={owner.id}
        acts={decisionsOn(change)}
        openToAll={['hold', 'letter']}
        agreements={['confirm', 'right']}
      >
        {(decision, index) => (
          <Button
            key={decision}
            size="small"
            variant={index === 0 && decision !== 'hold' ? 'primary' : 'quiet'}
            onPress={() => onDecide(decision)}
          >
            {decisionLabels(decision, change).button}
          </Button>
        )}
      </Acts>
      {state === 'waiting' && (
        <p className="text-small text-ink-soft">Nobody can make it go sooner, not even us.</p>
      )}
    </QueueRow>
  );
}

/** What fits its state and the part that whoever looks has had in it. */
export function decisionsOn({ acts, told }: StaffAddressChange): Decision[] {
  return [
    ...acts.flatMap((act): Decision[] => (act === 'settle' ? ['put-back', 'right'] : [act])),
    ...(told.some(({ channel, toldAt }) => channel === 'post' && !toldAt) ? (['letter'] as const) : []),
  ];
}

function Told({ change: { told, state } }: Pick<ChangeRowProps, 'change'>) {
  const isSomebody = told.some(({ audience }) => audience === 'person');
  return (
    <ul className="mt-1 grid gap-1 text-small">
      {told.map((each) => (
        <li key={each.id} className="wrap-anywhere">
          {toldLine(each)}
        </li>
      ))}
      {!isSomebody && state !== 'proposed' && (
        <li className="font-medium">Nobody could be told at an earlier address: we had none.</li>
      )}
    </ul>
  );
}

function factsOf(change: StaffAddressChange): Fact[] {
  const { owner, changes, reason, since, inForceFrom, decidedAt, decidedBy, state } = change;
  return [
    ...changes.map(
      ({ field, before, now }): Fact => [fieldLabels[field], `${before ?? 'none'} → ${now ?? 'none'}`],
    ),
    [
      'Owner',
      <Link key="owner" href={`/admin/people/${owner.id}`}>
        {owner.name}
      </Link>,
    ],
    ['Changed', momentOf(since)],
    ['Why', reason],
    [
      'Trusted contact',
      change.isTrustedContact && 'Yes: their link goes to the new address, and the old one is dead',
    ],
    [
      state === 'refused' ? 'Refused' : 'Confirmed',
      decidedAt && `${momentOf(decidedAt)}${byWords(decidedBy)}`,
    ],
    ['Counts from', momentOf(inForceFrom)],
    ['Held', change.disputedAt && `${momentOf(change.disputedAt)}${byWords(change.heldBy)}`],
    ['Settled', change.settledAt && `${momentOf(change.settledAt)}${byWords(change.settledBy)}`],
  ];
}

function byWords(name: string | null): string {
  return name ? `, by ${name}` : '';
}
