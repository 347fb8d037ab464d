import {
  CalendarDays,
  CircleAlert,
  Hand,
  type LucideIcon,
  Mail,
  MapPin,
  Phone,
  ShieldCheck,
  UserRound,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatDay } from '../../../../../shared/dates.ts';
import { capitalized } from '../../../../../shared/letter-case.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import { sayEndsOn } from '../../../../../shared/people/guardians.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { formatDayAndMonth } from '../../../../lib/dates.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { EmailText } from '../../../../ui/email-text.tsx';
import { useRecipients } from '../../../people/recipients/queries.ts';
import { relationshipLabels } from '../../../people/recipients/recipients.ts';
import { neededAddress } from '../schedules/schedules.ts';
import { useToday } from '../schedules/use-now.ts';
import { shortName } from './short-name.ts';
import { TrustLine } from './trust-line.tsx';

interface PersonDetailsProps {
  person: Recipient;
  onEdit: () => void;
  onAddDay: () => void;
  onDied: () => void;
  onDelete: () => void;
}

export function PersonDetails({ person, onEdit, onAddDay, onDied, onDelete }: PersonDetailsProps) {
  const { firstName, relationship, ownerRelationship, birthday, trustedContact } = person;
  const name = fullNameOf(person);
  return (
    <Card as="section" aria-label={`About ${firstName}`}>
      <h2 className="text-title break-words">{name}</h2>
      {trustedContact && (
        <Badge tone="pine" icon={ShieldCheck} className="mt-2.5">
          Trusted contact
        </Badge>
      )}
      <div className="mt-4 grid gap-3.5">
        <Fact icon={UserRound} title={relationshipLabels[relationship]}>
          {ownerRelationship && (
            <span>
              you are {shortName(firstName)}’s {ownerRelationship}
            </span>
          )}
          {birthday && <span>born {formatDay(birthday)}</span>}
        </Fact>
        <Addresses person={person} />
        {!person.diedAt && <Days person={person} />}
        {person.guardianId && !person.diedAt && <Guardian person={person} />}
      </div>
      <TrustLine person={person} />
      <div className="mt-4 flex flex-wrap gap-x-6">
        {!person.diedAt && (
          <Button variant="text" size="small" onPress={onAddDay}>
            Add a day
          </Button>
        )}
        <Button variant="text" size="small" aria-label={`Edit ${name}`} onPress={onEdit}>
          Edit
        </Button>
        {!person.diedAt && (
          <Button variant="text" size="small" onPress={onDied}>
            {shortName(firstName)} has died
          </Button>
        )}
        <Button
          variant="text"
          size="small"
          className="text-ink-soft! sm:ml-auto"
          aria-label={`Delete ${name}`}
          onPress={onDelete}
        >
          Delete
        </Button>
      </div>
    </Card>
  );
}

function Addresses({ person }: { person: Recipient }) {
  const { email, secondEmail, phone, reachedBy, mailingAddress } = person;
  return (
    <>
      {email && (
        <Fact icon={Mail} title={<EmailText>{email}</EmailText>}>
          <span>the link goes here</span>
        </Fact>
      )}
      {secondEmail && (
        <Fact icon={Mail} title={<EmailText>{secondEmail}</EmailText>}>
          <span>the link goes here{email && ' if it does not arrive at the first'}</span>
        </Fact>
      )}
      {phone && (
        <Fact icon={Phone} title={phone}>
          {reachedBy === 'text' && <span>the link goes here, as a text message</span>}
        </Fact>
      )}
      {!reachedBy && (
        <Fact icon={CircleAlert} title={capitalized(`no ${neededAddress('digital', phone !== null)} yet`)} />
      )}
      {mailingAddress && (
        <Fact icon={MapPin} title={mailingAddress}>
          <span>for what goes by post</span>
        </Fact>
      )}
    </>
  );
}

/** If there are more days than this, only the first are shown, until all are requested. */
const mostDays = 6;

function Days({ person: { birthday, days } }: { person: Recipient }) {
  const [isWhole, setWhole] = useState(false);
  const all = [...(birthday ? [{ name: 'birthday', date: birthday }] : []), ...days];
  const isFolded = !isWhole && all.length > mostDays + 1;
  const known = isFolded ? all.slice(0, mostDays) : all;
  return (
    <Fact icon={CalendarDays} title="Days that matter">
      {known.length === 0 && <span>none yet</span>}
      {known.map(({ name, date }) => (
        <span key={`${date} ${name}`}>
          {formatDayAndMonth(date)}, {name}
        </span>
      ))}
      {isFolded && (
        <Button variant="text" size="small" className="justify-self-start" onPress={() => setWhole(true)}>
          Show all {all.length}
        </Button>
      )}
    </Fact>
  );
}

/** "Daniel has a say until Maya is 18", for as long as that is true. */
function Guardian({ person }: { person: Recipient }) {
  const { data: book = [] } = useRecipients();
  const guardian = book.find(({ id }) => id === person.guardianId);
  const endsOn = sayEndsOn(person);
  const today = useToday();
  if (!guardian || (endsOn && endsOn <= today)) return null;
  const called = shortName(person.firstName);
  return (
    <Fact
      icon={Hand}
      title={`${shortName(guardian.firstName)} has a say until ${called} is ${person.guardianUntilAge}`}
    >
      <span>{endsOn ? `on ${formatDay(endsOn)}` : 'once we know the date of birth'}</span>
    </Fact>
  );
}

function Fact({ icon: Icon, title, children }: { icon: LucideIcon; title: ReactNode; children?: ReactNode }) {
  return (
    <div className="grid grid-cols-[--spacing(5.5)_minmax(0,1fr)] gap-3 leading-snug">
      <Icon aria-hidden="true" className="mt-0.5 size-5 text-ink-soft" strokeWidth={1.5} />
      <span className="min-w-0 break-words whitespace-pre-line">
        {title}
        <span className="grid text-small text-ink-soft">{children}</span>
      </span>
    </div>
  );
}
