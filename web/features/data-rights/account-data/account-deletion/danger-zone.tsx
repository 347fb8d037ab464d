import { Suspense, useState } from 'react';
import type { User } from '../../../../../shared/accounts/accounts.ts';
import { lazyComponent } from '../../../../lib/lazy.ts';
import { Button } from '../../../../ui/button.tsx';
import { useConfirm } from '../../../../ui/question-provider.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useFeatureSwitches } from '../../../accounts/auth/security/queries.ts';

const DeleteAccountDialog = lazyComponent(
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
);

export function DangerZone({ profile }: { profile: User }) {
  const { data: switches } = useFeatureSwitches();
  const isOff = switches?.off.includes('account-deletion') ?? false;
  const [isAsking, setAsking] = useState(false);
  const confirm = useConfirm();

  async function explainUnavailable() {
    const isSure = await confirm({
      title: 'Delete your account?',
      message: 'Everything you have left here would be erased.',
      confirmLabel: 'Delete Account',
      tone: 'danger',
    });
    if (!isSure) return;
    toast({
      title: 'Account deletion not implemented',
      description: 'This feature will be available soon.',
    });
  }

  return (
    <div className="grid justify-items-start gap-4 rounded-choice border border-rose p-4">
      <p className="max-w-measure">
        Deleting your account erases everything you have left here, and none of it will be delivered. You
        choose whether people keep what they have already received.
      </p>
      <Button
        variant="danger"
        size="small"
        onPress={() => (isOff ? void explainUnavailable() : setAsking(true))}
      >
        Delete Account
      </Button>
      <Suspense fallback={null}>
        {isAsking && <DeleteAccountDialog profile={profile} onClose={() => setAsking(false)} />}
      </Suspense>
    </div>
  );
}
