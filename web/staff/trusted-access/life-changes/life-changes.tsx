import {
  type LifeChangeAct,
  lifeChangeStates,
  type StaffLifeChange,
  type StaffLifeChangeList,
} from '../../../../shared/after-death/staff-life-changes.ts';
import { formatDay } from '../../../../shared/dates.ts';
import { Link } from '../../../ui/link.tsx';
import type { ActionField, ActionRequest } from '../../console/action-dialog.tsx';
import type { Fact } from '../../console/facts.tsx';
import { showFilter } from '../../console/filters.tsx';
import { momentOf } from '../../console/format.ts';
import { Queue } from '../../console/queue.tsx';
import type { RowContent } from '../../console/row-buttons.tsx';
import { actLabels, endedByLabels, kindLabels, stateLabels, stateOf } from './labels.ts';

const states = lifeChangeStates.map((state) => ({ value: state, label: stateLabels[state].label }));
const ifAllowed = (act: LifeChangeAct) => (change: StaffLifeChange) =>
  change.acts.includes(act) ? act : undefined;

export function LifeChangesPage() {
  return (
    <Queue
      path="life-changes"
      title="Holds and changes"
      description="What trusted contacts have told us about people’s lives. Those waiting longest come first."
      noun="entries"
      empty={{ title: 'Nothing here', description: 'No entry is in this state.' }}
      itemsOf={({ changes }: StaffLifeChangeList) => changes}
      placeNames={['afterSince', 'after']}
      {...showFilter('state', states)}
      row={rowOf}
      requestOf={requestOf}
      keys={[
        { key: 'a', label: 'answer', actionOf: ifAllowed('answer') },
        { key: 'g', label: 'name the guardian', actionOf: ifAllowed('name-guardian') },
        { key: 'e', label: 'end', actionOf: ifAllowed('end') },
        { key: 'c', label: 'confirm a death', actionOf: ifAllowed('confirm-death') },
      ]}
    />
  );
}

function rowOf(change: StaffLifeChange): RowContent<LifeChangeAct> {
  const { person, kind, contact, owner, since, isLate, acts } = change;
  return {
    title: `${person.name} ${kindLabels[kind]}`,
    subtitle: [
      `said by ${contact?.name ?? 'somebody who is no longer a contact'}`,
      `after the death of ${owner.name}`,
    ],
    state: stateOf(change),
    since,
    isLate,
    facts: factsOf(change),
    standing: { ownerId: owner.id },
    buttons: acts.map((action) => ({
      action,
      label: actLabels(action, change).button,
      variant: action === 'answer' ? 'primary' : 'quiet',
      ...(action === 'confirm-death' && { className: 'border-rose text-rose' }),
    })),
  };
}

function factsOf(change: StaffLifeChange): Fact[] {
  const { guardian, birthday, owner, waiting, substitute, answeredAt, answeredBy, endedBy } = change;
  const isHolding = change.endedAt === null;
  return [
    ['In their words', change.note],
    ['Named as guardian', guardian && `${guardian.name}${guardian.isContact ? ', the contact' : ''}`],
    [
      'Born',
      birthday &&
        `${formatDay(birthday.day)}, as ${birthday.by === 'owner' ? 'the owner wrote down' : 'the contact says'}`,
    ],
    ['Said', momentOf(change.since)],
    [
      'Owner',
      <Link key="owner" href={`/admin/people/${owner.id}`}>
        {owner.name}
      </Link>,
    ],
    ['Waiting', isHolding && (['nothing yet', 'one delivery'][waiting] ?? `${waiting} deliveries`)],
    ['Also', change.others.map((each) => kindLabels[each]).join(', ')],
    ['Substitute', change.kind === 'died' && change.state !== 'ended' && (substitute?.name ?? 'none')],
    ['Answered', answeredAt && `${momentOf(answeredAt)}${answeredBy ? `, by ${answeredBy}` : ''}`],
    ['Our answer', change.message],
    ['Death confirmed', momentOf(change.confirmedAt)],
    ['Ended', endedBy && `${momentOf(change.endedAt)}, by ${endedByLabels[endedBy]}`],
  ];
}

function requestOf(change: StaffLifeChange, act: LifeChangeAct): ActionRequest<StaffLifeChange> {
  const { id, state, substitute, contact } = change;
  const { done, ...text } = actLabels(act, change);
  const message: ActionField = {
    ...{ kind: 'area', name: 'message', label: `To ${contact?.name}`, ifEmpty: 'null' },
    ...{ isRequired: act === 'answer', isOptional: act !== 'answer' },
    description: 'Goes out by email, in these words. Do not say what was left, or who gets it.',
  };
  return {
    ...{ ...text, isDangerous: act === 'confirm-death', fields: contact ? [message] : [] },
    path: `life-changes/${id}/${act}`,
    body: { seen: { state, substituteId: substitute?.id ?? null }, message: null },
    done: ({ person, state }) => ({
      title: done,
      description: `${person.name}: ${stateLabels[state].label}`,
    }),
  };
}
