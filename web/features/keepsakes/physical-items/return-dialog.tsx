import { type FormEvent, useId, useState } from 'react';
import { formatDollars } from '../../../../shared/dollars.ts';
import { returnFeeDollars } from '../../../../shared/keepsakes/item-rules.ts';
import type { PhysicalItem } from '../../../../shared/keepsakes/physical-items.ts';
import { fieldsOf, messageOf } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { toast } from '../../../ui/toast.ts';
import { useRequestReturn } from './queries.ts';

const reasonMissing = 'Please say why you want it back';

/** Asks why somebody wants an item back, and says what it costs. */
export function ReturnDialog({ item, onClose }: { item: PhysicalItem; onClose: () => void }) {
  const form = useId();
  const { mutateAsync: ask, isPending } = useRequestReturn();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (reason.trim() === '') return setError(reasonMissing);
    try {
      await ask({ id: item.id, reason });
      toast({
        title: 'Return requested',
        description: `Pay the ${formatDollars(returnFeeDollars)} and we send it.`,
      });
      onClose();
    } catch (failure) {
      const field = fieldsOf(failure)['reason'];
      if (field) return setError(field);
      toast({ variant: 'destructive', title: 'Error', description: messageOf(failure, 'Please try again.') });
    }
  }

  return (
    <Dialog
      isOpen
      size="small"
      title={`Have “${item.title}” back?`}
      isBusy={isPending}
      onOpenChange={onClose}
      actions={{
        cancel: (
          <Button variant="quiet" isDisabled={isPending} onPress={onClose}>
            Cancel
          </Button>
        ),
        action: (
          <Button type="submit" form={form} isPending={isPending} pendingLabel="Asking">
            Ask for its return
          </Button>
        ),
      }}
    >
      <form id={form} noValidate className="grid gap-4 pt-1" onSubmit={(event) => void submit(event)}>
        <p>
          The return costs {formatDollars(returnFeeDollars)}. Once that is paid we send it to the address in
          your profile, and write to you with the tracking number. Until then you can call it off.
        </p>
        <TextArea
          label="Why do you want it back?"
          rows={3}
          isRequired
          maxLength={1000}
          value={reason}
          onChange={(text) => {
            setReason(text);
            setError(undefined);
          }}
          error={error}
        />
      </form>
    </Dialog>
  );
}
