import type { LifeChangeAct, StaffLifeChange } from '../../../../shared/after-death/staff-life-changes.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { type Fact, Facts, momentOf, type RowContent } from '../../console/queue-row.tsx';
import { Acts } from '../../console/standing.tsx';
import { actLabels, endedByLabels, kindLabels, stateOf } from './labels.ts';

/** About whom, what, and who said it; opened, all that staff need to decide. */
export function rowOf(change: StaffLifeChange, onAct: (act: LifeChangeAct) => void): RowContent {
  const { person, kind, contact, owner, since, isLate, acts } = change;
  return {
    title: `${person.name} ${kindLabels[kind]}`,
    subtitle: `said by ${contact?.name ?? 'somebody who is no longer a contact'} · after the death of ${owner.name}`,
    state: stateOf(change),
    since,
    isLate,
    children: (
      <>
        <Facts facts={factsOf(change)} />
        <Acts ownerId={owner.id} acts={acts}>
          {(act) => (
            <Button
              key={act}
              size="small"
              variant={act === 'answer' ? 'primary' : 'quiet'}
              {...(act === 'confirm-death' && { className: 'border-rose text-rose' })}
              onPress={() => onAct(act)}
            >
              {actLabels(act, change).button}
            </Button>
          )}
        </Acts>
      </>
    ),
  };
}

function factsOf(change: StaffLifeChange): Fact[] {
  const { kind, state, note, owner, others, waiting, substitute, answeredAt, answeredBy, endedBy } = change;
  const isHolding = change.endedAt === null;
  return [
    ['In their words', note],
    ['Said', momentOf(change.since)],
    [
      'Owner',
      <Link key="owner" href={`/admin/people/${owner.id}`}>
        {owner.name}
      </Link>,
    ],
    ['Waiting', isHolding && (['nothing yet', 'one delivery'][waiting] ?? `${waiting} deliveries`)],
    ['Also', others.map((each) => kindLabels[each]).join(', ')],
    ['Substitute', kind === 'died' && state !== 'ended' && (substitute?.name ?? 'none')],
    ['Answered', answeredAt && `${momentOf(answeredAt)}${answeredBy ? `, by ${answeredBy}` : ''}`],
    ['Our answer', change.message],
    ['Death confirmed', momentOf(change.confirmedAt)],
    ['Ended', endedBy && `${momentOf(change.endedAt)}, by ${endedByLabels[endedBy]}`],
  ];
}
