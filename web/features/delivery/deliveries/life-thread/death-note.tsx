import { fullNameOf } from '../../../../../shared/names.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { Button } from '../../../../ui/button.tsx';
import { useRecipientDeath, useRecipients } from '../../../people/recipients/queries.ts';
import { shortName } from './wording.ts';

interface DeathNoteProps {
  person: Recipient;
  /** Whether something is planned that they have not received. */
  waits: boolean;
}

/** Stands where the page of somebody who lives says what is missing. */
export function DeathNote({ person, waits }: DeathNoteProps) {
  const { data: recipients = [] } = useRecipients();
  const { mutate: change, isPending } = useRecipientDeath();
  const called = shortName(person.firstName);
  const substitute = recipients.find(({ id, diedAt }) => id === person.substituteId && !diedAt);
  return (
    <section aria-labelledby="died">
      <h2 id="died" className="text-heading">
        You told us that {called} has died
      </h2>
      <p className="mt-3 text-ink-soft">
        We are sorry. No day of theirs is offered any more, and nothing is sent to them.
        {waits && ' What is planned for them waits for you: give it to somebody else, or cancel it.'}
      </p>
      <div className="mt-2 flex flex-wrap gap-x-6">
        {waits && substitute && (
          <Button
            variant="text"
            isPending={isPending}
            onPress={() => change({ id: person.id, hasDied: true, passOn: true })}
          >
            Give it to {fullNameOf(substitute)}
          </Button>
        )}
        <Button
          variant="text"
          isPending={isPending}
          onPress={() => change({ id: person.id, hasDied: false })}
        >
          This was a mistake
        </Button>
      </div>
    </section>
  );
}
