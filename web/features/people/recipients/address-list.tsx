import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { nameSome } from '../../../../shared/in-words.ts';
import type { FailedAddresses, Recipient } from '../../../../shared/people/recipients.ts';
import { invalidateTopics } from '../../../lib/api/changed-queries.ts';
import { write } from '../../../lib/api/request.ts';
import { Button } from '../../../ui/button.tsx';
import { showFailure } from '../../../ui/toast.ts';
import { AddressRow, addressesOf, isInDoubt } from './address-row.tsx';
import { RecipientDialog } from './recipient-dialog.tsx';

interface AddressListProps {
  people: readonly Recipient[];
  failed: FailedAddresses;
}

/** Everybody, and a button for confirming all at once. */
export function AddressList({ people, failed }: AddressListProps) {
  const { mutateAsync: confirm, isPending } = useConfirmAddresses();
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<Recipient | null>(null);
  const failedOf = ({ id }: Recipient) => failed.find(({ recipientId }) => recipientId === id);
  const inDoubt = people.filter((person) => isInDoubt(person, failedOf(person)));
  const sound = people.filter((person) => !inDoubt.includes(person));

  function say(some: readonly Recipient[], id: string | null) {
    confirm(id).then(
      () => setConfirmed((before) => new Set([...before, ...some.map((person) => person.id)])),
      (error: unknown) => showFailure(error, 'This did not reach us. Please try again.'),
    );
  }

  return (
    <>
      <ul className="border-t border-line">
        {people.map((person) => (
          <AddressRow
            key={person.id}
            person={person}
            failed={failedOf(person)}
            isConfirmed={confirmed.has(person.id)}
            isDisabled={isPending}
            onConfirm={() => say([person], person.id)}
            onChange={() => setEditing(person)}
          />
        ))}
      </ul>
      <All
        left={sound.filter((person) => addressesOf(person).length > 0 && !confirmed.has(person.id)).length}
        isDone={confirmed.size > 0}
        inDoubt={inDoubt}
        isPending={isPending}
        onConfirm={() => say(sound, null)}
      />
      {editing && <RecipientDialog recipient={editing} asked="email" onClose={() => setEditing(null)} />}
    </>
  );
}

interface AllProps {
  /** How many have not been checked. */
  left: number;
  isDone: boolean;
  inDoubt: readonly Recipient[];
  isPending: boolean;
  onConfirm: () => void;
}

function All({ left, isDone, inDoubt, isPending, onConfirm }: AllProps) {
  const names = nameSome(inDoubt.map(({ firstName }) => firstName));
  return (
    <div role="status" className="mt-7">
      {left > 0 && (
        <Button size="large" isPending={isPending} pendingLabel="Saving" onPress={onConfirm}>
          {names ? 'All the others are still right' : 'All still right'}
        </Button>
      )}
      {left === 0 && isDone && (
        <p className="flex items-start gap-2.5 text-lead">
          <Check aria-hidden="true" className="mt-1 size-5 flex-none text-sage" strokeWidth={1.5} />
          {names
            ? `That is everybody but ${names}. We ask again in a year.`
            : 'That is everybody. We ask again in a year.'}
        </p>
      )}
    </div>
  );
}

/** Confirms that the addresses of one recipient, or of all of them, are still right. */
function useConfirmAddresses() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      write('POST', `/api/recipients/${id === null ? '' : `${id}/`}still-right`),
    onSuccess: () => invalidateTopics(queries, ['recipients']),
  });
}
