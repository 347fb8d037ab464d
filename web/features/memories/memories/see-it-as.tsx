import { Eye } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { Button } from '../../../ui/button.tsx';
import type { ButtonLook } from '../../../ui/button-classes.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';

interface SeeItAsProps extends Pick<ButtonLook, 'size' | 'className'> {
  memoryId: string;
  /** The people it is for; empty if that is a group, or not decided. */
  people: readonly Pick<Recipient, 'id' | 'firstName'>[];
}

/** A link to what a recipient will see. With several people it asks through whose eyes. */
export function SeeItAs({ memoryId, people, size = 'small', className }: SeeItAsProps) {
  const look = {
    variant: 'text' as const,
    size,
    className,
    icon: <Eye aria-hidden="true" className="size-5 flex-none" strokeWidth={1.5} />,
  };
  const [person, ...others] = people;
  if (others.length > 0) return <WhoseEyes memoryId={memoryId} people={people} look={look} />;
  return (
    <ButtonLink {...look} href={previewPath(memoryId, person?.id)}>
      See it as {person?.firstName ?? 'they'} will
    </ButtonLink>
  );
}

interface WhoseEyesProps extends Pick<SeeItAsProps, 'memoryId' | 'people'> {
  look: ButtonLook & { icon: ReactNode };
}

function WhoseEyes({ memoryId, people, look }: WhoseEyesProps) {
  const [isAsking, setAsking] = useState(false);
  const id = useId();
  return (
    <div className="min-w-0">
      <Button {...look} aria-expanded={isAsking} aria-controls={id} onPress={() => setAsking(!isAsking)}>
        See it as they will
      </Button>
      <p
        id={id}
        hidden={!isAsking}
        className="not-[[hidden]]:flex flex-wrap items-center gap-x-4 pt-1 text-small"
      >
        <span className="text-ink-soft">Through whose eyes?</span>
        {people.map((person) => (
          <ButtonLink key={person.id} variant="text" size="small" href={previewPath(memoryId, person.id)}>
            {person.firstName}’s
          </ButtonLink>
        ))}
      </p>
    </div>
  );
}

/** What a recipient will see of a memory, or, if none is named, what anybody will see. */
export function previewPath(memoryId: string, recipientId: string | undefined): string {
  return `/preview/${memoryId}${recipientId ? `?for=${recipientId}` : ''}`;
}
