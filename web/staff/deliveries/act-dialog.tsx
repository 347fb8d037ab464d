import { type FormEvent, useId, useState } from 'react';
import type { StaffDelivery, StaffDeliveryAct } from '../../../shared/delivery/staff-deliveries.ts';
import { ApiError, fieldsOf, messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { type ActRequest, confirmIdentity, useAct } from './queries.ts';
import { actWords, whatOf } from './words.ts';

interface ActDialogProps {
  /** As it was when the dialog opened: what is on the page may change behind it. */
  delivery: StaffDelivery;
  act: StaffDeliveryAct;
  hasTwoFactor: boolean;
  onClose: () => void;
}

type Outcome = 'delivered' | 'send-again';
const outcomes = [
  { value: 'delivered' as const, label: 'It arrived' },
  { value: 'send-again' as const, label: 'It did not: send it again' },
];

const nothing = { reason: '', email: '', outcome: 'delivered' as Outcome, password: '', code: '' };
type Values = typeof nothing;

/** Asks for the reason and what else an act needs, for the password where the sign-in is too old, and says what changed meanwhile. */
export function ActDialog(props: ActDialogProps) {
  const form = useId();
  const { act, onClose } = props;
  const { fields, isConfirming, isBusy, failure, submit } = useActForm(props);
  const { title } = actWords[act];
  const isConflict = failure instanceof ApiError && failure.status === 409;
  return (
    <Dialog
      isOpen
      size="small"
      title={isConfirming ? 'Please enter your password again' : title}
      isBusy={isBusy}
      onOpenChange={onClose}
      actions={{
        cancel: (
          <Button variant="quiet" onPress={onClose}>
            {isConflict ? 'Close' : 'Cancel'}
          </Button>
        ),
        action: !isConflict && (
          <Button type="submit" form={form} isPending={isBusy}>
            {isConfirming ? 'Confirm and go on' : title}
          </Button>
        ),
      }}
    >
      <form id={form} noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        {isConfirming ? (
          <IdentityFields {...fields} hasCode={props.hasTwoFactor} />
        ) : (
          <ActFields {...fields} act={act} />
        )}
        {failure !== undefined && <Failure failure={failure} />}
      </form>
    </Dialog>
  );
}

function useActForm({ delivery, act, hasTwoFactor, onClose }: ActDialogProps) {
  const [values, setValues] = useState(nothing);
  const [failure, setFailure] = useState<unknown>();
  const [isConfirming, setConfirming] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const sending = useAct(delivery);

  async function send() {
    const { password, code } = values;
    if (isConfirming) await confirmIdentity({ password, ...(hasTwoFactor && { code }) });
    setConfirming(false);
    const done = await sending.mutateAsync(requestOf(act, values));
    toast({ title: actWords[act].done, description: `${done.recipient?.name ?? 'It'}: ${whatOf(done)}` });
    onClose();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      await send();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'fresh_sign_in_needed') setConfirming(true);
      else setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  const set = (change: Partial<Values>) => setValues({ ...values, ...change });
  return { fields: { values, set, errors: fieldsOf(failure) }, isConfirming, isBusy, failure, submit };
}

interface FieldsProps {
  values: Values;
  set: (change: Partial<Values>) => void;
  errors: Readonly<Record<string, string>>;
}

function ActFields({ act, values, set, errors }: FieldsProps & { act: StaffDeliveryAct }) {
  return (
    <>
      <p>{actWords[act].what}</p>
      {act === 'readdress' && (
        <TextField
          label="New e-mail address"
          type="email"
          autoComplete="off"
          isRequired
          value={values.email}
          onChange={(email) => set({ email })}
          error={errors['email']}
        />
      )}
      {act === 'settle' && (
        <RadioGroup
          label="What you found out"
          value={values.outcome}
          onChange={(outcome) => set({ outcome })}
          choices={outcomes}
        />
      )}
      <TextArea
        label="Reason"
        description="Kept in the audit log"
        isRequired
        rows={3}
        value={values.reason}
        onChange={(reason) => set({ reason })}
        error={errors['reason']}
      />
    </>
  );
}

function IdentityFields({ hasCode, values, set, errors }: FieldsProps & { hasCode: boolean }) {
  return (
    <>
      <p>What gives something out asks for this once in a while. Then it goes on by itself.</p>
      <PasswordField
        label="Password"
        autoComplete="current-password"
        value={values.password}
        onChange={(password) => set({ password })}
        error={errors['password']}
        autoFocus
      />
      {hasCode && (
        <TextField
          label="Code of your authenticator app"
          autoComplete="one-time-code"
          inputMode="numeric"
          value={values.code}
          onChange={(code) => set({ code })}
          error={errors['code']}
        />
      )}
    </>
  );
}

function Failure({ failure }: { failure: unknown }) {
  const { state, attemptCount, address } = fieldsOf(failure);
  const changes = [state, attemptCount, address].filter((change) => change !== undefined);
  return (
    <div role="alert" className="rounded-choice border border-rose bg-rose-wash p-4">
      <p className="font-semibold text-rose">{messageOf(failure, 'This did not work. Please try again.')}</p>
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

function requestOf(act: StaffDeliveryAct, { reason, email, outcome }: Values): ActRequest {
  switch (act) {
    case 'retry':
      return { method: 'POST', name: 'retry', body: { reason } };
    case 'hold':
      return { method: 'POST', name: 'hold', body: { reason } };
    case 'release':
      return { method: 'DELETE', name: 'hold', body: { reason } };
    case 'readdress':
      return { method: 'POST', name: 'address', body: { reason, email } };
    case 'settle':
      return { method: 'POST', name: 'settle', body: { reason, outcome } };
  }
}
