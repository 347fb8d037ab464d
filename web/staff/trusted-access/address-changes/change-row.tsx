import type { StaffAddressChange } from '../../../../shared/after-death/staff-address-changes.ts';
import { Link } from '../../../ui/link.tsx';
import type { Fact } from '../../console/facts.tsx';
import { momentOf, shortDay } from '../../console/format.ts';
import type { RowContent } from '../../console/row-buttons.tsx';
import { Changed, Standing, Told } from './change-parts.tsx';
import { type Decision, decisionLabels, stateLabels } from './labels.ts';

const makers: Record<StaffAddressChange['by'], string> = {
  staff: 'one of us',
  contact: 'trusted contact',
  recipient: 'the recipient, on their page',
};

/** Whose address it is, who changed it, and who has been told; when opened, all that staff need to decide. */
export function rowOf(change: StaffAddressChange): RowContent<Decision> {
  const { person, owner, byName, by, since, state, inForceFrom, isLate } = change;
  const stateLabel = stateLabels[state];
  return {
    title: `A new address for ${person.name}`,
    subtitle: [`by ${byName}, ${makers[by]}`, `left by ${owner.name}`],
    state:
      state === 'waiting' && inForceFrom
        ? { ...stateLabel, label: `Waits until ${shortDay(String(inForceFrom))}` }
        : stateLabel,
    since,
    isLate,
    beside: (
      <div className="grid min-w-0 gap-6">
        <Changed change={change} />
        <Told change={change} />
      </div>
    ),
    lead: <Standing change={change} />,
    facts: factsOf(change),
    standing: { ownerId: owner.id, openToAll: ['hold', 'letter'], agreements: ['confirm', 'right'] },
    buttons: decisionsOn(change).map((action) => ({
      action,
      label: decisionLabels(action, change).button,
      variant: action === 'confirm' ? 'primary' : 'quiet',
    })),
  };
}

export function decisionsOn({ acts, told }: StaffAddressChange): Decision[] {
  return [
    // Actions that settle it come before those that only put it on hold.
    ...acts
      .toSorted((one, other) => Number(one === 'hold') - Number(other === 'hold'))
      .flatMap((act): Decision[] => (act === 'settle' ? ['put-back', 'right'] : [act])),
    ...(told.some(({ channel, toldAt }) => channel === 'post' && !toldAt) ? (['letter'] as const) : []),
  ];
}

function factsOf(change: StaffAddressChange): Fact[] {
  const { owner, reason, since, inForceFrom, decidedAt, decidedBy, state } = change;
  return [
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
    // While it is on hold, nobody knows when it will count, if ever.
    ['Counts from', (state === 'waiting' || state === 'in_force') && momentOf(inForceFrom)],
    ['Held', change.disputedAt && `${momentOf(change.disputedAt)}${byWords(change.heldBy)}`],
    ['Settled', change.settledAt && `${momentOf(change.settledAt)}${byWords(change.settledBy)}`],
  ];
}

function byWords(name: string | null): string {
  return name ? `, by ${name}` : '';
}
