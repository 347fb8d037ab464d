import { TriangleAlert } from 'lucide-react';
import type { ChangePreview, Subscription } from '../../../../shared/billing/subscriptions.ts';
import { fieldsOf, messageOf } from '../../../lib/api/api-error.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { ChangeCard } from './plan-buttons.tsx';
import { useChangePlan, useChangePreview, type WantedPlan } from './queries.ts';
import { titleOfChange } from './subscription-texts.ts';

export interface ChangeDialogProps {
  held: Pick<Subscription, 'plan'>;
  wanted: WantedPlan;
  canChangeCard: boolean;
  onClose: () => void;
  /** Called with sentences that say what has changed. */
  onDone: (message: string) => void;
}

/** Says what a change of plan does, when, what it costs now and what stays, and makes it. */
export function ChangeDialog({ held, wanted, canChangeCard, onClose, onDone }: ChangeDialogProps) {
  const preview = useChangePreview(wanted);
  const change = useChangePlan(wanted);
  const { data } = preview;

  function confirm() {
    if (!data) return void preview.refetch();
    change.mutate(data.seen, {
      onSuccess: ({ message }) => {
        onClose();
        onDone(message);
      },
      onError: () => void preview.refetch(),
    });
  }

  return (
    <ConfirmDialog
      isOpen
      title={titleOfChange(held, wanted)}
      message={
        <div className="grid gap-3">
          {change.error && <Refused error={change.error} canChangeCard={canChangeCard} />}
          {data ? <Effect preview={data} /> : <Missing error={preview.isFetching ? null : preview.error} />}
        </div>
      }
      confirmLabel={labelOf(wanted, data, preview.isError)}
      cancelLabel="Keep the plan"
      isPending={preview.isFetching || change.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}

function labelOf({ plan }: WantedPlan, data: ChangePreview | undefined, isFailed: boolean): string {
  if (!data && isFailed) return 'Try Again';
  if (plan === 'free') return 'Cancel the plan';
  return data?.seen.amount === 0 ? 'Change the plan' : 'Change and pay';
}

function Effect({ preview: { change, cost, stays } }: { preview: ChangePreview }) {
  return (
    <>
      <p>{change}</p>
      <p className="font-semibold">{cost}</p>
      {stays.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </>
  );
}

function Missing({ error }: { error: unknown }) {
  if (error) return <p role="alert">{messageOf(error, 'We could not look up what this would change.')}</p>;
  return (
    <SkeletonArea label="Looking up what this would change" className="grid gap-3">
      <Skeleton className="h-12" />
      <Skeleton className="h-6 w-3/5" />
      <Skeleton className="h-6" />
    </SkeletonArea>
  );
}

function Refused({ error, canChangeCard }: { error: unknown; canChangeCard: boolean }) {
  const isCard = 'card' in fieldsOf(error);
  return (
    <div role="alert" className="flex items-start gap-3 notice bg-rose-wash px-4 py-3">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5.5 flex-none text-rose" strokeWidth={1.5} />
      <div className="grid justify-items-start gap-2">
        <p>{messageOf(error, 'Nothing was changed. Please try again.')}</p>
        {isCard && canChangeCard && <ChangeCard />}
      </div>
    </div>
  );
}
