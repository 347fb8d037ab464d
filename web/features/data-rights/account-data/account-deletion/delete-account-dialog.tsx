import { Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import type { User } from '../../../../../shared/accounts/accounts.ts';
import {
  type DeletionPreview,
  deletionConfirmation,
} from '../../../../../shared/data-rights/account-deletion.ts';
import { formatDate } from '../../../../../shared/dates.ts';
import type { GivenChoice } from '../../../../../shared/given-choice.ts';
import { clearSession } from '../../../../lib/api/session-end.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { Skeleton, SkeletonArea } from '../../../../ui/skeleton.tsx';
import { toast } from '../../../../ui/toast.ts';
import { type ConfirmationValues, useConfirmation } from '../../../accounts/auth/security/security.ts';
import { GivenChoiceGroup } from '../../../memories/memories/memories.ts';
import { PaidAheadLists, PendingDeliveryList, whoHasSomething } from './deletion-consequences.tsx';
import { useDeleteAccount, useDeletionPreview } from './queries.ts';

interface DeleteAccountDialogProps {
  profile: User;
  onClose: () => void;
}

/** Shows what would stop, then asks for the password and the confirmation word. Both answers stay in view. */
export function DeleteAccountDialog({ profile, onClose }: DeleteAccountDialogProps) {
  const { data: preview, isFetching, refetch } = useDeletionPreview();
  const [received, setReceived] = useState<GivenChoice>('keep');
  const { formProps, fields } = useConfirmation({
    needsCode: profile.twoFactorEnabled,
    word: deletionConfirmation,
    failure: 'Your account was not deleted',
    onConfirm: useDeletion({ profile, onClose }, received),
  });
  if (!preview || isFetching) {
    return (
      <Dialog isOpen title={title} onOpenChange={onClose}>
        {isFetching ? (
          <ConsequencesSkeleton />
        ) : (
          <ErrorState
            title="We could not look up what would stop"
            description="Nothing was changed."
            onRetry={() => void refetch()}
          />
        )}
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={title}
      cancelLabel="Keep my account"
      action="Delete my account"
      pendingLabel="Deleting your account"
      tone="danger"
      isUnsaved={false}
      onCancel={onClose}
      {...formProps}
    >
      <Consequences preview={preview} timeZone={profile.timezone} />
      {preview.received.length > 0 && (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <GivenChoiceGroup
            label={whoHasSomething(preview.received)}
            takenBack="Their pages can no longer be opened."
            value={received}
            onChange={setReceived}
          />
        </Suspense>
      )}
      {fields}
    </FormDialog>
  );
}

const title = 'Delete your account?';

function Consequences({ preview, timeZone }: { preview: DeletionPreview; timeZone: string }) {
  return (
    <>
      <p>
        You are signed out everywhere at once. For {preview.graceDays} days you can sign in and restore your
        account. Then everything is erased for good: your memories, your recipients, your orders, and your
        plan with what is paid ahead for it.
        {preview.received.length > 0 && ' What people have received already is for you to decide below.'}
      </p>
      <PendingDeliveryList deliveries={preview.pendingDeliveries} />
      <PaidAheadLists gifts={preview.paidGifts} sessions={preview.paidSessions} timezone={timeZone} />
    </>
  );
}

function ConsequencesSkeleton() {
  return (
    <SkeletonArea label="Looking up what would stop" className="grid gap-4">
      <Skeleton className="h-20" />
      <Skeleton className="h-40" />
    </SkeletonArea>
  );
}

function useDeletion({ profile, onClose }: DeleteAccountDialogProps, received: GivenChoice) {
  const { mutateAsync: deleteAccount } = useDeleteAccount();
  const [, navigate] = useLocation();
  return async (form: ConfirmationValues) => {
    const { erasedAfter } = await deleteAccount({ ...form, received });
    onClose();
    navigate('/');
    clearSession();
    toast({
      title: `Your account will be erased on ${formatDate(erasedAfter, profile.timezone)}`,
      description: 'Until then, sign in to restore it.',
      durationMs: 20_000,
    });
  };
}
