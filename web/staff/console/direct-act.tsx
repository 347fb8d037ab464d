import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, fieldsOf } from '../../lib/api/api-error.ts';
import { useFirstFault } from '../../lib/first-fault.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ActFailure } from './act-dialog.tsx';
import { IdentityFields, noIdentity } from './identity-fields.tsx';
import { confirmIdentity, refreshLists, useMe } from './queries.ts';

type Send = () => Promise<unknown>;

/**
 * Carries out actions whose reason is entered on the page. If the sign-in is too old, `dialog` asks for the
 * password first.
 */
export function useDirectAct() {
  const queries = useQueryClient();
  const [waiting, setWaiting] = useState<{ send: Send }>();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  async function carryOut(send: Send) {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    setWaiting(undefined);
    try {
      await send();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'fresh_sign_in_needed') setWaiting({ send });
      else setFailure(error);
    } finally {
      setBusy(false);
      void refreshLists(queries);
    }
  }

  return {
    carryOut,
    isBusy,
    failure,
    dialog: waiting && (
      <IdentityDialog onConfirmed={() => void carryOut(waiting.send)} onClose={() => setWaiting(undefined)} />
    ),
  };
}

function IdentityDialog({ onConfirmed, onClose }: { onConfirmed: () => void; onClose: () => void }) {
  const form = useId();
  const hasCode = useMe().data?.twoFactorEnabled ?? false;
  const [identity, setIdentity] = useState(noIdentity);
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  async function confirm(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const { password, code } = identity;
    try {
      await confirmIdentity({ password, ...(hasCode && { code }) });
      onConfirmed();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  return (
    <Dialog
      isOpen
      size="small"
      title="Please enter your password again"
      isBusy={isBusy}
      onOpenChange={onClose}
      actions={{
        cancel: (
          <Button variant="quiet" onPress={onClose}>
            Cancel
          </Button>
        ),
        action: (
          <Button type="submit" form={form} isPending={isBusy}>
            Confirm and go on
          </Button>
        ),
      }}
    >
      <form
        id={form}
        ref={useFirstFault<HTMLFormElement>(failure)}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => void confirm(event)}
      >
        <IdentityFields
          values={identity}
          onChange={setIdentity}
          hasCode={hasCode}
          errors={fieldsOf(failure)}
        />
        {failure !== undefined && <ActFailure failure={failure} />}
      </form>
    </Dialog>
  );
}
