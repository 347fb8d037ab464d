import type { Schedule } from '../../../../../../shared/delivery/schedules.ts';
import { fullNameOf } from '../../../../../../shared/names.ts';
import { joinClasses } from '../../../../../ui/join-classes.ts';
import { Link } from '../../../../../ui/link.tsx';
import { joinFullNames } from '../recipient-names.ts';
import { describePerson, nobodyChosen } from '../schedules.ts';

/** Names the recipients, each with the state of their delivery if there is one to report. */
export function SchedulePeople({ schedule }: { schedule: Schedule }) {
  const { recipients, timezone, deliveryMethod } = schedule;
  if (recipients.length === 0) {
    return <p className="text-small text-gold">{nobodyChosen}</p>;
  }
  const people = recipients.map((person) => ({
    ...person,
    known: describePerson(person, timezone, deliveryMethod),
  }));
  const plain = people.filter(({ known }) => known === null);
  return (
    <ul className="text-small text-ink-soft">
      {plain.length > 0 && <li>For {joinFullNames(plain)}</li>}
      {people.map(
        (person) =>
          person.known && (
            <li key={person.id}>
              {person.known.isTrouble ? (
                <Link href={`/recipients?edit=${person.id}`}>{fullNameOf(person)}</Link>
              ) : (
                fullNameOf(person)
              )}
              :{' '}
              <span className={joinClasses(person.known.isTrouble && 'text-gold')}>{person.known.text}</span>
            </li>
          ),
      )}
    </ul>
  );
}
