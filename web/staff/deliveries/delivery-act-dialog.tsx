import { useState } from 'react';
import { useLocation } from 'wouter';
import type { StaffDelivery, StaffDeliveryAct } from '../../../shared/delivery/staff-deliveries.ts';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../console/act-dialog.tsx';
import { AddressFields, proposeAddress, type Reached } from './address-fields.tsx';
import { sendAct } from './requests.ts';
import { actWords, statusText } from './words.ts';

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
  const [reached, setReached] = useState<Reached>({});
  const [outcome, setOutcome] = useState<Outcome>('delivered');
  const [trackingNumber, setTrackingNumber] = useState('');
  const [, navigate] = useLocation();
  const mailingAddress = delivery.recipient?.mailingAddress ?? '';
  const { title, what, done: doneWords } = actWords[act];

  async function send(reason: string) {
    const fields = {
      ...(act === 'settle' && { outcome }),
      ...(act === 'post' && { mailingAddress, trackingNumber }),
    };
    if (act === 'readdress') {
      const change = await proposeAddress(delivery, reason, reached);
      toast({ title: doneWords, description: change.person.name });
      return;
    }
    if (act === 'pack') {
      await sendAct(act, delivery, reason);
      return navigate(`/admin/deliveries/${delivery.id}/packing`);
    }
    const done = await sendAct(act, delivery, reason, fields);
    toast({ title: doneWords, description: `${done.recipient?.name ?? 'It'}: ${statusText(done)}` });
  }

  return (
    <ActDialog title={title} what={what} send={send} onClose={onClose}>
      {(errors) => (
        <>
          {act === 'readdress' && <AddressFields reached={reached} onChange={setReached} errors={errors} />}
          {act === 'post' && (
            <>
              <p className="whitespace-pre-line">
                To {delivery.recipient?.name}, {mailingAddress || 'whose mailing address is missing'}
              </p>
              <TextField
                label="Tracking number"
                description="If it has one"
                autoComplete="off"
                value={trackingNumber}
                onChange={setTrackingNumber}
                error={errors['trackingNumber']}
              />
            </>
          )}
          {act === 'settle' && (
            <RadioGroup label="What you found out" value={outcome} onChange={setOutcome} choices={outcomes} />
          )}
        </>
      )}
    </ActDialog>
  );
}
