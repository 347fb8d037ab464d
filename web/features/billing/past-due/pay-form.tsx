import { type FormEvent, useState } from 'react';
import type { KeepCurrentPage } from '../../../../shared/billing/keep-current.ts';
import { formatDollarsAndCents } from '../../../../shared/dollars.ts';
import { ApiError, fieldsOf, messageOf } from '../../../lib/api/api-error.ts';
import { goToFault } from '../../../lib/faults.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { openCheckout } from './use-keep-current.ts';

interface PayFormProps {
  token: string;
  page: KeepCurrentPage;
  /** Called if nothing is due any more. */
  onChanged: () => Promise<void>;
}

const addressMissing = 'Please enter the address for the receipt';

/** Leads to the payment provider's page. */
export function PayForm({ token, page, onChanged }: PayFormProps) {
  const [payerName, setName] = useState('');
  const [payerEmail, setEmail] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ message: string; fields: Readonly<Record<string, string>> }>();
  const { ownerFirstName, stoppedAt } = page;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (payerEmail.trim() === '')
      return refuse(form, { message: '', fields: { payerEmail: addressMissing } });
    setBusy(true);
    setFailure(undefined);
    try {
      const { url } = await openCheckout(token, { payerName, payerEmail });
      window.location.assign(url);
    } catch (error) {
      setBusy(false);
      refuse(form, {
        message: messageOf(error, 'The payment page did not open. Nothing was paid. Please try again.'),
        fields: fieldsOf(error),
      });
      if (error instanceof ApiError && error.status === 409) await onChanged();
    }
  }

  function refuse(form: HTMLFormElement, why: NonNullable<typeof failure>) {
    setFailure(why);
    const [name] = Object.keys(why.fields);
    if (name) goToFault(form.querySelector<HTMLInputElement>(`[name="${name}"]`));
  }

  const hasFields = Object.keys(failure?.fields ?? {}).length > 0;
  return (
    <form noValidate className="grid gap-5 print:hidden" onSubmit={(event) => void submit(event)}>
      <TextField
        label="Your email, for the receipt"
        name="payerEmail"
        type="email"
        autoComplete="email"
        className="max-w-105"
        isRequired
        value={payerEmail}
        error={failure?.fields['payerEmail']}
        onChange={setEmail}
      />
      <TextField
        label="Your name"
        name="payerName"
        autoComplete="name"
        className="max-w-105"
        isOptional
        description={stoppedAt ? undefined : `${ownerFirstName} then knows who paid.`}
        maxLength={200}
        value={payerName}
        error={failure?.fields['payerName']}
        onChange={setName}
      />
      <div className="mt-1 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" size="large" className="max-md:w-full" isPending={isBusy}>
          Pay {formatDollarsAndCents(page.amountDollars)}
        </Button>
        <span className="text-small text-ink-soft">By card, on our payment provider’s page.</span>
      </div>
      <div role="alert">{failure && !hasFields && <p className="text-rose">{failure.message}</p>}</div>
    </form>
  );
}
