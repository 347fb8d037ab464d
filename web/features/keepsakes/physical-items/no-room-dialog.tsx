import { itemLimitText } from '../../../../shared/keepsakes/item-rules.ts';
import type { Plan } from '../../../../shared/plans.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { placeBecomesFree } from './item-labels.ts';

/** Why nothing can be added at present, and when that will be possible again. */
export function NoRoomDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      size="small"
      title="All your places are taken"
      onOpenChange={onClose}
      actions={{ action: <Button onPress={onClose}>All right</Button> }}
    >
      <div className="grid gap-4 pb-2">
        <p>{itemLimitText(plan)}</p>
        <p>{placeBecomesFree}</p>
      </div>
    </Dialog>
  );
}
