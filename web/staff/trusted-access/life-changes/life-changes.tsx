import {
  type LifeChangeAct,
  lifeChangeStates,
  type StaffLifeChange,
  type StaffLifeChangeList,
} from '../../../../shared/after-death/staff-life-changes.ts';
import { ShowFilter } from '../../console/filters.tsx';
import { Queue } from '../../console/queue.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { rowOf } from './change-row.tsx';
import { stateLabels } from './labels.ts';

const states = lifeChangeStates.map((state) => ({ value: state, label: stateLabels[state].label }));
const ifAllowed = (act: LifeChangeAct) => (change: StaffLifeChange) =>
  change.acts.includes(act) ? act : undefined;

/** What trusted contacts have told us after a death, first what nobody has answered. */
export function LifeChangesPage() {
  return (
    <Queue<StaffLifeChange, StaffLifeChangeList, LifeChangeAct, 'state'>
      path="life-changes"
      title="Holds and changes"
      description="What trusted contacts have told us about people’s lives. Those waiting longest come first."
      noun="entries"
      empty={{ title: 'Nothing here', description: 'No entry is in this state.' }}
      itemsOf={({ changes }) => changes}
      placeNames={['afterSince', 'after']}
      filterNames={['state']}
      filters={(props) => <ShowFilter name="state" options={states} {...props} />}
      row={rowOf}
      dialog={(acting) => <ChangeDialog {...acting} />}
      keys={[
        { key: 'a', label: 'answer', actionOf: ifAllowed('answer') },
        { key: 'e', label: 'end', actionOf: ifAllowed('end') },
        { key: 'c', label: 'confirm a death', actionOf: ifAllowed('confirm-death') },
      ]}
    />
  );
}
