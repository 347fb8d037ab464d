import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { fullNameOf, listNames } from '../../../../../shared/names.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { Button } from '../../../../ui/button.tsx';
import { useItemsToPassOn } from '../../../keepsakes/physical-items/queries.ts';
import { useRecipientDeath, useRecipients } from '../../../people/recipients/queries.ts';
import { shortName } from './short-name.ts';
import { SummaryLine, summarize } from './summary.tsx';

interface DeathNoteProps {
  person: Recipient;
  /** Whether something is planned that they have not received. */
  waits: boolean;
}

/** Shown under the name of somebody who has died: what waits for them or is kept. */
export function SummaryAfterDeath({
  person,
  waiting,
  today,
}: {
  person: Recipient;
  waiting: readonly Schedule[];
  today: string;
}) {
  return <SummaryLine {...summarize(waiting, today, useItemsToPassOn(person.id).length)} />;
}

/** Shown in place of what is missing, which the pages of living people list. */
export function DeathNote({ person, waits }: DeathNoteProps) {
  const { data: recipients = [] } = useRecipients();
  const { mutate: change, isPending } = useRecipientDeath();
  const items = useItemsToPassOn(person.id);
  const canPassOn = waits || items.length > 0;
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
      {items.length > 0 && (
        <p className="mt-3 text-ink-soft wrap-anywhere">
          Kept with us for {called}: {listNames(items.map(({ title }) => title))}.
          {!waits &&
            ` ${items.length === 1 ? 'It stays' : 'All of it stays'} until you give it to somebody else.`}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-x-6">
        {canPassOn && substitute && (
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
