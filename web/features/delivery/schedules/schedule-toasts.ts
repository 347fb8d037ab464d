import { messageOf } from '../../../lib/api/api-error.ts';
import { toast } from '../../../ui/toast.ts';
import type { PlanFaults } from './form/delivery-plan.ts';

const undoMs = 10_000;

/** Says what is missing; answers the column to go to, or null when nothing is. */
export function showFaults(faults: PlanFaults): 1 | 2 | 3 | null {
  const title = faults.memory ?? faults.date ?? faults.time ?? faults.recipients;
  if (title === undefined) return null;
  toast({ variant: 'destructive', title });
  if (faults.memory) return 1;
  return faults.date || faults.time ? 2 : 3;
}

export function showSchedulingFailure(error: unknown): void {
  toast({
    variant: 'destructive',
    title: 'Error scheduling memory',
    description: messageOf(error, 'Failed to schedule memory'),
  });
}

export function showCancellingFailure(error: unknown): void {
  toast({
    variant: 'destructive',
    title: 'This delivery could not be cancelled',
    description: messageOf(error, 'It still stands as it was. Please try again.'),
  });
}

/** A success that can be taken back while the toast shows. */
export function showUndoable(title: string, description: string | undefined, undo: () => void): void {
  toast({ title, description, durationMs: undoMs, action: { label: 'Undo', onPress: undo } });
}
