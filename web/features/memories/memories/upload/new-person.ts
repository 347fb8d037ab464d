import { useRef, useState } from 'react';
import { ApiError, fieldsOf, messageOf } from '../../../../lib/api/api-error.ts';
import { toast } from '../../../../ui/toast.ts';
import { useKeepRecipient } from '../../../people/recipients/queries.ts';
import { readRelationship } from '../../../people/recipients/recipients.ts';
import { addressTo } from './addressee.ts';
import type { MemoryErrors } from './memory-rules.ts';
import { type MemoryValues, someoneElse } from './memory-values.ts';

interface Refusal {
  errors: MemoryErrors;
  /** What was refused. */
  of: MemoryValues;
}

interface Draft {
  values: MemoryValues;
  change: (changes: Partial<MemoryValues>) => void;
}

/**
 * Adds somebody new to the address book before the memory is sent. From then on the draft contains their id,
 * so that sending again after a failure adds nobody. `onRefused` is called when the errors of the fields are shown.
 */
export function useNewPerson({ values: present, change }: Draft, onRefused: () => void) {
  const keepRecipient = useKeepRecipient();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isKeeping = useRef(false);

  /** The values with the person's id; null if they could not be added (which was shown), or while they are being added. */
  async function keep(values: MemoryValues): Promise<MemoryValues | null> {
    const { firstName, lastName, email, recipientId } = values;
    const relationship = readRelationship(values.relationship);
    if (recipientId !== someoneElse || !relationship) return values;
    if (isKeeping.current) return null;
    isKeeping.current = true;
    setBusy(true);
    try {
      const to = addressTo(await keepRecipient({ firstName, lastName, relationship, email }));
      setRefusal(null);
      change(to);
      return { ...values, ...to };
    } catch (error) {
      const refused = fieldsOf(error);
      setRefusal({ errors: refused, of: values });
      if (Object.keys(refused).length > 0) onRefused();
      toast({
        variant: 'destructive',
        title: error instanceof ApiError ? 'Error' : 'The connection was lost',
        description: messageOf(error, 'Failed to create recipient'),
      });
      return null;
    } finally {
      isKeeping.current = false;
      setBusy(false);
    }
  }

  // A correction is not marked as a fault.
  const isStill = refusal !== null && isSamePerson(refusal.of, present);
  return { keep, refused: isStill ? refusal.errors : {}, isBusy };
}

function isSamePerson(one: MemoryValues, other: MemoryValues): boolean {
  const asked = ['firstName', 'lastName', 'relationship', 'email'] as const;
  return asked.every((field) => one[field] === other[field]);
}
