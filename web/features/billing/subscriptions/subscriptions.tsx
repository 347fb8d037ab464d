import { Suspense } from 'react';
import { lazyComponent } from '../../../lib/lazy.ts';
import type { ChangeDialogProps } from './change-dialog.tsx';

export { ChangeCard, KeepPlan } from './plan-buttons.tsx';
export { describeSubscription, payBy } from './subscription-texts.ts';

const Dialog = lazyComponent(async () => (await import('./change-dialog.tsx')).ChangeDialog);

/** Loaded when somebody considers a change. */
export function ChangeDialog(props: ChangeDialogProps) {
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  );
}
