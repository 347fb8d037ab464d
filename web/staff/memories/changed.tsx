import type { StaffMemory } from '../../../shared/memories/staff-memories.ts';
import { Button } from '../../ui/button.tsx';
import { changeLabels } from './labels.ts';

interface ChangedProps {
  seen: StaffMemory;
  /** Undefined if it no longer waits for a review. */
  fresh: StaffMemory | undefined;
  onLook: () => void;
}

export function Changed({ seen, fresh, onLook }: ChangedProps) {
  return (
    <div role="status" className="mt-5 rounded-choice border border-line-strong px-4 py-3">
      {fresh ? (
        <>
          <p>{changeLabels(seen, fresh)}</p>
          <Button variant="text" size="small" onPress={onLook}>
            Look at it as it is now
          </Button>
        </>
      ) : (
        <p>There is nothing to decide any more: its owner has changed or deleted it.</p>
      )}
    </div>
  );
}
