import { useRef, useState } from 'react';
import { fieldsOf, messageOf } from '../../../../lib/api/api-error.ts';
import { toast } from '../../../../ui/toast.ts';
import { useKeepRecipient } from '../../../people/recipients/queries.ts';
import { readRelationship } from '../../../people/recipients/recipients.ts';
import { addressTo } from './addressee.ts';
import type { MemoryErrors } from './memory-rules.ts';
import { type MemoryValues, someoneElse } from './memory-values.ts';

const noErrors: MemoryErrors = {};

/**
 * Adds somebody new to the address book before the memory is sent. From then on the draft contains their id,
 * so that sending again after a failure adds nobody.
 */
export function useNewPerson(change: (changes: Partial<MemoryValues>) => void) {
  const keepRecipient = useKeepRecipient();
  const [refused, setRefused] = useState(noErrors);
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
      setRefused(noErrors);
      change(to);
      return { ...values, ...to };
    } catch (error) {
      setRefused(fieldsOf(error));
      toast({
        variant: 'destructive',
        title: 'Error',
        description: messageOf(error, 'Failed to create recipient'),
      });
      return null;
    } finally {
      isKeeping.current = false;
      setBusy(false);
    }
  }

  return { keep, refused, isBusy };
}
