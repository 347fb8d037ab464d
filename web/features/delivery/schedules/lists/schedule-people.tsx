import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { joinClasses } from '../../../../ui/join-classes.ts';
import { describePerson, nobodyChosen } from '../schedules.ts';

/** Names the recipients, each with the state of their delivery where there is one to report. */
export function SchedulePeople({ schedule }: { schedule: Schedule }) {
  const { recipients, timezone } = schedule;
  if (recipients.length === 0) {
    return <p className="text-small text-gold">{nobodyChosen}</p>;
  }
  const people = recipients.map((person) => ({ ...person, known: describePerson(person, timezone) }));
  const plain = people.filter(({ known }) => known === null).map(nameOf);
  return (
    <ul className="text-small text-ink-soft">
      {plain.length > 0 && <li>For {listNames(plain)}</li>}
      {people.map(
        (person) =>
          person.known && (
            <li key={person.id}>
              {nameOf(person)}:{' '}
              <span className={joinClasses(person.known.isTrouble && 'text-gold')}>{person.known.text}</span>
            </li>
          ),
      )}
    </ul>
  );
}

const namesShown = 6;

function listNames(names: readonly string[]): string {
  const rest = names.length - namesShown;
  if (rest < 2) return names.join(', ');
  return `${names.slice(0, namesShown).join(', ')} and ${rest} others`;
}

function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`;
}
