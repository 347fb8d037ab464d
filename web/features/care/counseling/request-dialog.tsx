import { useState } from 'react';
import { TherapyRequestForm } from '../../../../shared/care/therapy-requests.ts';
import { fieldsOf } from '../../../lib/api/api-error.ts';
import { dayIn } from '../../../lib/calendar-day.ts';
import { firstMessages } from '../../../lib/check-form.ts';
import { useFirstFault } from '../../../lib/first-fault.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { showFailure, toast } from '../../../ui/toast.ts';
import { useMakeTherapyRequest } from './queries.ts';
import { emptyRequest, isBegun, RequestFields, type RequestValues } from './request-fields.tsx';

/** "None of these times suit me": asks for another one. */
export function RequestDialog({ timezone, onClose }: { timezone: string; onClose: () => void }) {
  const [values, setValues] = useState(emptyRequest);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const { mutateAsync: make, isPending } = useMakeTherapyRequest();
  const [attempts, setAttempts] = useState(0);
  const form = useFirstFault<HTMLFormElement>(attempts);
  const firstDay = dayIn(timezone, Date.now());
  const set = (changes: Partial<RequestValues>) => setValues((before) => ({ ...before, ...changes }));

  async function send() {
    const invalid = firstMessages(TherapyRequestForm.safeParse(values));
    setErrors(invalid);
    setAttempts((count) => count + 1);
    if (Object.keys(invalid).length > 0) return;
    try {
      await make(values);
      toast({ title: 'We have your request', description: 'We will write to you by email.' });
      onClose();
    } catch (error) {
      setErrors(fieldsOf(error));
      setAttempts((count) => count + 1);
      showFailure(error, 'Your request could not be sent. Please try again.');
    }
  }

  return (
    <FormDialog
      title="Another time"
      action="Send request"
      cancelLabel="Go Back"
      isBusy={isPending}
      formRef={form}
      isUnsaved={isBegun(values)}
      onCancel={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <RequestFields values={values} errors={errors} firstDay={firstDay} onChange={set} />
    </FormDialog>
  );
}
