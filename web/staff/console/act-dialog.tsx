import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { ApiError, fieldsOf, messageOf } from '../../lib/api/api-error.ts';
import { useFirstFault } from '../../lib/first-fault.ts';
import { useAskBeforeClose } from '../../ui/ask-before-close.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { type Identity, IdentityFields, noIdentity } from './identity-fields.tsx';
import { confirmIdentity, refreshLists, useMe } from './queries.ts';

export interface ActDialogProps {
  title: string;
  /** One sentence: what will happen, and to whom. */
  what: ReactNode;
  action?: string | undefined;
  isDangerous?: boolean | undefined;
  cancel?: string | undefined;
  reasonLabel?: string;
  /** Who reads the reason, if it is not only for the audit log. */
  reasonNote?: string | undefined;
  initialReason?: string;
  /** Additional fields, above the reason; the caller keeps their state. */
  children?: (errors: Readonly<Record<string, string>>) => ReactNode;
  send: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/**
 * Asks for the reason of an action and carries it out. If the sign-in is too old, also asks for the password.
 */
export function ActDialog(props: ActDialogProps) {
  const { title, action = title, cancel = 'Cancel', isDangerous, onClose } = props;
  const form = useId();
  const [isTouched, setTouched] = useState(false);
  const askBeforeClose = useAskBeforeClose(onClose);
  const { fields, identity, isBusy, failure, submit } = useAct(props);
  const isConflict = failure instanceof ApiError && failure.status === 409;
  const close = () => void askBeforeClose(isTouched && !isConflict);
  return (
    <Dialog
      isOpen
      size="small"
      title={identity ? 'Please enter your password again' : title}
      isBusy={isBusy}
      onOpenChange={close}
      actions={{
        cancel: (
          <Button variant="quiet" onPress={close}>
            {isConflict ? 'Close' : cancel}
          </Button>
        ),
        action: !isConflict && (
          <Button
            type="submit"
            form={form}
            isPending={isBusy}
            variant={isDangerous && !identity ? 'danger' : 'primary'}
          >
            {identity ? 'Confirm and go on' : action}
          </Button>
        ),
      }}
    >
      <form
        id={form}
        ref={useFirstFault<HTMLFormElement>(failure)}
        noValidate
        className="grid gap-4"
        onChange={() => setTouched(true)}
        onSubmit={(event) => void submit(event)}
      >
        {identity || fields}
        {failure !== undefined && <ActFailure failure={failure} />}
      </form>
    </Dialog>
  );
}

function useAct(props: ActDialogProps) {
  const { what, reasonLabel = 'Reason', reasonNote, initialReason = '', children, send, onClose } = props;
  const queries = useQueryClient();
  const hasCode = useMe().data?.twoFactorEnabled ?? false;
  const [reason, setReason] = useState(initialReason);
  const [identity, setIdentity] = useState<Identity>(noIdentity);
  const [failure, setFailure] = useState<unknown>();
  const [isConfirming, setConfirming] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function carryOut() {
    const { password, code } = identity;
    if (isConfirming) await confirmIdentity({ password, ...(hasCode && { code }) });
    setConfirming(false);
    await send(reason);
    onClose();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await carryOut();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'fresh_sign_in_needed') setConfirming(true);
      else setFailure(error);
    } finally {
      setBusy(false);
      void refreshLists(queries);
    }
  }

  const errors = fieldsOf(failure);
  return {
    fields: (
      <>
        <div>{what}</div>
        {children?.(errors)}
        <TextArea
          label={reasonLabel}
          description={reasonNote ?? 'Kept in the audit log'}
          isRequired
          rows={3}
          value={reason}
          onChange={setReason}
          error={errors['reason']}
        />
      </>
    ),
    identity: isConfirming && (
      <IdentityFields values={identity} onChange={setIdentity} hasCode={hasCode} errors={errors} />
    ),
    isBusy,
    failure,
    submit,
  };
}

/** Why an action failed, and after a conflict, what has changed in the meantime. */
export function ActFailure({ failure }: { failure: unknown }) {
  const isConflict = failure instanceof ApiError && failure.status === 409;
  const changes = isConflict ? Object.values(failure.fields) : [];
  return (
    <div role="alert" className="rounded-choice border border-rose bg-rose-wash p-4">
      <p className="font-semibold text-rose">{messageOf(failure, 'That did not work. Please try again.')}</p>
      {changes.length > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
