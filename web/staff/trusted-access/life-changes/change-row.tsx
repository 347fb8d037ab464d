import type { LifeChangeAct, StaffLifeChange } from '../../../../shared/after-death/staff-life-changes.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { type Fact, Facts, momentOf, QueueRow } from '../../console/queue-row.tsx';
import { Acts } from '../../console/standing.tsx';
import { actWords, endedByWords, kindWords, stateOf } from './words.ts';

interface ChangeRowProps {
  change: StaffLifeChange;
  isOpen: boolean;
  onToggle: () => void;
  onAct: (act: LifeChangeAct) => void;
}

/** One entry: about whom, what, and who said it; opened, all that staff need to decide. */
export function ChangeRow({ change, isOpen, onToggle, onAct }: ChangeRowProps) {
  const { id, person, kind, contact, owner, since, isLate, acts } = change;
  return (
    <QueueRow
      id={id}
      title={`${person.name} ${kindWords[kind]}`}
      subtitle={`said by ${contact?.name ?? 'somebody who is no longer a contact'} · after the death of ${owner.name}`}
      state={stateOf(change)}
      since={since}
      isLate={isLate}
      isOpen={isOpen}
      onToggle={onToggle}
    >
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
            {actWords(act, change).button}
          </Button>
        )}
      </Acts>
    </QueueRow>
  );
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
    ['Also', others.map((each) => kindWords[each]).join(', ')],
    ['Substitute', kind === 'died' && state !== 'ended' && (substitute?.name ?? 'none')],
    ['Answered', answeredAt && `${momentOf(answeredAt)}${answeredBy ? `, by ${answeredBy}` : ''}`],
    ['Our answer', change.message],
    ['Death confirmed', momentOf(change.confirmedAt)],
    ['Ended', endedBy && `${momentOf(change.endedAt)}, by ${endedByWords[endedBy]}`],
  ];
}
