import { Check } from 'lucide-react';
import { fullNameOf } from '../../../../shared/names.ts';
import type { FailedAddresses, Recipient } from '../../../../shared/people/recipients.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';

export interface AddressRowProps {
  person: Recipient;
  /** The addresses at which something did not arrive. */
  failed: FailedAddresses[number] | undefined;
  isConfirmed: boolean;
  isDisabled: boolean;
  onConfirm: () => void;
  onChange: () => void;
}

/** What the owner can say about one person's addresses. */
export function AddressAnswers({
  person,
  failed,
  hasAddress,
  isConfirmed,
  isDisabled,
  onConfirm,
  onChange,
}: AddressRowProps & { hasAddress: boolean }) {
  const name = fullNameOf(person);
  const button = { size: 'small', isDisabled } as const;
  const change = hasAddress ? 'Change' : 'Add an address';
  if (person.notForThem)
    return (
      <ButtonLink
        variant="quiet"
        size="small"
        href={`/recipients/${person.id}`}
        aria-label={`Answer: ${name}`}
      >
        Answer
      </ButtonLink>
    );
  if (failed)
    return (
      <>
        <Button variant="quiet" {...button} aria-label={`Correct it: ${name}`} onPress={onChange}>
          Correct it
        </Button>
        <Button variant="text" {...button} aria-label={`It works again: ${name}`} onPress={onConfirm}>
          It works again
        </Button>
      </>
    );
  return (
    <>
      {hasAddress && isConfirmed && (
        <p role="status" className="inline-flex min-h-11 items-center gap-2 text-ink-soft">
          <Check aria-hidden="true" className="size-5 flex-none text-sage" strokeWidth={1.5} />
          Still right
        </p>
      )}
      {hasAddress && !isConfirmed && (
        <Button variant="quiet" {...button} aria-label={`Still right: ${name}`} onPress={onConfirm}>
          Still right
        </Button>
      )}
      <Button variant="text" size="small" aria-label={`${change}: ${name}`} onPress={onChange}>
        {change}
      </Button>
    </>
  );
}
