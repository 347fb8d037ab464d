import { useState } from 'react';
import type { StaffDelivery, StaffDeliveryAct } from '../../../shared/delivery/staff-deliveries.ts';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../console/act-dialog.tsx';
import { sendAct } from './requests.ts';
import { actWords, whatOf } from './words.ts';

interface DeliveryActDialogProps {
  /** As it was when the dialog opened: what is on the page may change behind it. */
  delivery: StaffDelivery;
  act: StaffDeliveryAct;
  onClose: () => void;
}

type Outcome = 'delivered' | 'send-again';
const outcomes = [
  { value: 'delivered' as const, label: 'It arrived' },
  { value: 'send-again' as const, label: 'It did not: send it again' },
];

export function DeliveryActDialog({ delivery, act, onClose }: DeliveryActDialogProps) {
  const [email, setEmail] = useState('');
  const [outcome, setOutcome] = useState<Outcome>('delivered');
  const { title, what, done: doneWords } = actWords[act];

  async function send(reason: string) {
    const fields = { ...(act === 'readdress' && { email }), ...(act === 'settle' && { outcome }) };
    const done = await sendAct(act, delivery, reason, fields);
    toast({ title: doneWords, description: `${done.recipient?.name ?? 'It'}: ${whatOf(done)}` });
  }

  return (
    <ActDialog title={title} what={what} send={send} onClose={onClose}>
      {(errors) => (
        <>
          {act === 'readdress' && (
            <TextField
              label="New e-mail address"
              type="email"
              autoComplete="off"
              isRequired
              value={email}
              onChange={setEmail}
              error={errors['email']}
            />
          )}
          {act === 'settle' && (
            <RadioGroup label="What you found out" value={outcome} onChange={setOutcome} choices={outcomes} />
          )}
        </>
      )}
    </ActDialog>
  );
}
