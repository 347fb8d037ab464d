import { useState } from 'react';
import { useLocation } from 'wouter';
import type { StaffDelivery, StaffDeliveryAct } from '../../../shared/delivery/staff-deliveries.ts';
import { RadioGroup } from '../../ui/choice-group.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../console/act-dialog.tsx';
import type { Acting } from '../console/queue.tsx';
import { proposeAddress, type Reached, sendAct } from './actions.ts';
import { actLabels, statusText } from './labels.ts';

type Outcome = 'delivered' | 'send-again';
const outcomes = [
  { value: 'delivered' as const, label: 'It arrived' },
  { value: 'send-again' as const, label: 'It did not: send it again' },
];

export function DeliveryActDialog({
  item: delivery,
  action: act,
  onClose,
}: Acting<StaffDelivery, StaffDeliveryAct>) {
  const [reached, setReached] = useState<Reached>({});
  const [outcome, setOutcome] = useState<Outcome>('delivered');
  const [trackingNumber, setTrackingNumber] = useState('');
  const [, navigate] = useLocation();
  const mailingAddress = delivery.recipient?.mailingAddress ?? '';
  const { title, what, done: doneTitle } = actLabels[act];

  async function send(reason: string) {
    const fields = {
      ...(act === 'settle' && { outcome }),
      ...(act === 'post' && { mailingAddress, trackingNumber }),
    };
    if (act === 'readdress') {
      const change = await proposeAddress(delivery, reason, reached);
      toast({ title: doneTitle, description: change.person.name });
      return;
    }
    if (act === 'pack') {
      await sendAct(act, delivery, reason);
      return navigate(`/admin/deliveries/${delivery.id}/packing`);
    }
    const done = await sendAct(act, delivery, reason, fields);
    toast({ title: doneTitle, description: `${done.recipient?.name ?? 'It'}: ${statusText(done)}` });
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

interface AddressFieldsProps {
  reached: Reached;
  onChange: (reached: Reached) => void;
  errors: Readonly<Record<string, string>>;
}

/** New contact details; fields left empty do not change. */
function AddressFields({ reached, onChange, errors }: AddressFieldsProps) {
  return (
    <>
      <TextField
        label="New email address"
        type="email"
        autoComplete="off"
        value={reached.email ?? ''}
        onChange={(email) => onChange({ ...reached, email })}
        error={errors['email']}
      />
      <TextField
        label="New phone number"
        description="What you leave empty stays as it is"
        type="tel"
        autoComplete="off"
        value={reached.phone ?? ''}
        onChange={(phone) => onChange({ ...reached, phone })}
        error={errors['phone']}
      />
      <TextArea
        label="New postal address"
        rows={2}
        value={reached.mailingAddress ?? ''}
        onChange={(mailingAddress) => onChange({ ...reached, mailingAddress })}
        error={errors['mailingAddress']}
      />
    </>
  );
}
