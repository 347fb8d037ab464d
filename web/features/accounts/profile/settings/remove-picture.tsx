import { Button } from '../../../../ui/button.tsx';
import { useConfirm } from '../../../../ui/question-provider.tsx';
import { showFailure, toast } from '../../../../ui/toast.ts';
import { useRemovePicture } from './queries.ts';

/** `onRemoved` is called shortly before this button, which has the focus, disappears. */
export function RemoveButton({ onRemoved }: { onRemoved: () => void }) {
  const confirm = useConfirm();
  const { mutateAsync: remove, isPending } = useRemovePicture();

  async function askAndRemove() {
    const isConfirmed = await confirm({
      title: 'Remove your picture?',
      message: 'Your initials will be shown instead. You can choose another picture at any time.',
      confirmLabel: 'Remove',
      tone: 'danger',
    });
    if (!isConfirmed) return;
    try {
      await remove();
      onRemoved();
      toast({ title: 'Your picture is removed' });
    } catch (error) {
      showFailure(error, 'Failed to update profile picture');
    }
  }

  return (
    <Button
      variant="text"
      size="small"
      className="text-ink-soft!"
      isPending={isPending}
      pendingLabel="Removing"
      onPress={() => void askAndRemove()}
    >
      Remove picture
    </Button>
  );
}
