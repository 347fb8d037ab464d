import { messageOf } from '../../../../lib/api/api-error.ts';
import { toast } from '../../../../ui/toast.ts';
import type { PlanErrors } from './form/delivery-plan.ts';

/** Shows the first error. Returns the number of its column, or null if there is no error. */
export function showPlanErrors(errors: PlanErrors): 1 | 2 | 3 | null {
  const title = errors.memory ?? errors.date ?? errors.time ?? errors.days ?? errors.recipients;
  if (title === undefined) return null;
  toast({ variant: 'destructive', title });
  if (errors.memory) return 1;
  return errors.date || errors.time || errors.days ? 2 : 3;
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
    description: messageOf(error, 'It is still scheduled. Please try again.'),
  });
}

export function showRetryingFailure(error: unknown): void {
  toast({
    variant: 'destructive',
    title: 'We could not start another try',
    description: messageOf(error, 'Nothing has changed. Please try again in a moment.'),
  });
}

/** A success that can be undone while the toast is open. */
export function showUndoable(title: string, description: string | undefined, undo: () => void): void {
  toast({ title, description, action: { label: 'Undo', onPress: undo } });
}
