import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Link } from '../../../ui/link.tsx';

interface TermsDialogProps {
  isRegistering: boolean;
  onAccept: () => void;
  onCancel: () => void;
}

const terms = [
  'You are at least 18 years old.',
  'What you write and upload stays yours. You have the right to store it and to give it to the people you name.',
  'We keep it safe and deliver it to those people, at the times you choose, within the limits and the guarantee of your plan.',
  'You can change, take back or delete what you have left at any time before it is delivered.',
];

/** Asks to accept the terms, between a valid form and the new account. Mounted only while a form is pending, so it opens unticked. */
export function TermsDialog({ isRegistering, onAccept, onCancel }: TermsDialogProps) {
  const [isAgreed, setAgreed] = useState(false);
  return (
    <Dialog
      isOpen
      title="Terms agreement"
      isBusy={isRegistering}
      onOpenChange={onCancel}
      note={
        <div className="max-md:order-last md:basis-full">
          <Checkbox
            label="I have read these terms and agree to them."
            value={isAgreed}
            isDisabled={isRegistering}
            onChange={setAgreed}
          />
        </div>
      }
      actions={{
        cancel: (
          <Button variant="quiet" isDisabled={isRegistering} onPress={onCancel}>
            Cancel
          </Button>
        ),
        action: (
          <Button
            isDisabled={!isAgreed}
            isPending={isRegistering}
            pendingLabel="Creating your account"
            onPress={onAccept}
          >
            Accept and create account
          </Button>
        ),
      }}
    >
      <p>Before your account is created, please read what we agree on.</p>
      <ul className="my-4 grid list-disc gap-2 pl-5 text-ink-soft">
        {terms.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ul>
      <p>
        This is a summary. Read the full{' '}
        <Link href="/terms-of-service" target="_blank">
          Terms of Service
        </Link>{' '}
        and the{' '}
        <Link href="/privacy-policy" target="_blank">
          Privacy Policy
        </Link>
        , each in a new tab.
      </p>
    </Dialog>
  );
}
