import { type FormEvent, useState } from 'react';
import type { GuardianPage } from '../../../../../shared/delivery/guardians.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/text-field.tsx';

interface ChildAddressProps {
  page: GuardianPage;
  isPressing: boolean;
  fields: Readonly<Record<string, string>>;
  give: (body: object) => void;
}

/** Asks where the child can be reached: what is for the child is never sent to the guardian. */
export function ChildAddress({
  page: { childFirstName, ownerFirstName, ...page },
  isPressing,
  fields,
  give,
}: ChildAddressProps) {
  const [email, setEmail] = useState('');
  const [phone, setPhone] = useState('');
  const isEmpty = !email.trim() && !phone.trim();
  if (page.address === 'asked')
    return (
      <p role="status" className="mx-auto mt-8 max-w-[54ch] text-center text-ink-soft">
        Thank you. You gave us an address for {childFirstName}.{' '}
        {page.ownerHasDied
          ? `A person here looks at it first.`
          : `We use it once ${ownerFirstName} has agreed.`}
      </p>
    );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isEmpty && !isPressing) give({ email: email.trim(), phone: phone.trim() });
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-labelledby="child-address"
      className="mt-5 grid gap-4 rounded-card border border-line bg-card p-6.5"
    >
      <h2 id="child-address" className="text-title">
        Where can we reach {childFirstName}?
      </h2>
      <p className="-mt-2 text-ink-soft">
        We have no address yet. It has to be one that {childFirstName} reads: nothing is sent to you instead.
      </p>
      <TextField
        label={`${childFirstName}’s email address`}
        type="email"
        autoComplete="off"
        isOptional
        error={fields['email']}
        value={email}
        onChange={setEmail}
      />
      <TextField
        label={`${childFirstName}’s phone number`}
        type="tel"
        autoComplete="off"
        isOptional
        error={fields['phone']}
        value={phone}
        onChange={setPhone}
      />
      <div>
        <Button type="submit" variant="quiet" isPending={isPressing} isDisabled={isEmpty}>
          Give us this address
        </Button>
      </div>
    </form>
  );
}
