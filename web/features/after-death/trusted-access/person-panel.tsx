import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { fullNameOf } from '../../../../shared/names.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { SupportLink } from '../../../ui/support-link.tsx';
import { AddressForm } from './address-form.tsx';
import { AskToWait } from './ask-to-wait.tsx';
import { LifeChanges } from './life-changes.tsx';
import { describeReach, describeYourReach, hasDied, relationTo } from './person-words.ts';
import type { AboutPerson, AmongPeople } from './use-trusted.ts';

interface PersonPanelProps extends AmongPeople {
  /** Chosen by the reader; otherwise, on a wide screen, the page shows somebody by default. */
  isChosen: boolean;
  ownerFirstName: string;
  onBack: () => void;
}

/** One person: where we reach them, what has changed for them, and whether we should wait. */
export function PersonPanel({ isChosen, ownerFirstName, onBack, ...about }: PersonPanelProps) {
  const { person } = about;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isChosen) heading.current?.focus();
  }, [isChosen]);
  return (
    <div className={isChosen ? 'min-w-0' : 'min-w-0 max-lg:hidden'}>
      <Button
        variant="text"
        className="mt-2 mb-4 lg:hidden"
        icon={<ArrowLeft aria-hidden="true" className="size-5" strokeWidth={1.75} />}
        onPress={onBack}
      >
        All the people
      </Button>
      <Card as="section" className="max-md:px-5 max-md:py-6 md:p-10 md:pt-9">
        <h2
          ref={heading}
          tabIndex={-1}
          className="text-heading outline-none scroll-mt-24 wrap-anywhere md:text-[2rem]"
        >
          {fullNameOf(person)}
        </h2>
        {person.isYou ? (
          <AboutYou person={person} />
        ) : (
          <>
            <p className="mt-1.5 wrap-anywhere text-ink-soft">
              {relationTo(ownerFirstName, person)} {describeReach(person)}
            </p>
            <Questions {...about} />
          </>
        )}
      </Card>
    </div>
  );
}

/** People are not asked whether they themselves have moved or died. A person here handles that. */
function AboutYou({ person }: Pick<AboutPerson, 'person'>) {
  return (
    <>
      <p className="mt-1.5 wrap-anywhere text-ink-soft">This is you. {describeYourReach(person)}</p>
      <Part title="Has something changed for you?">
        <p className="mt-1.5 text-ink-soft">
          If you have moved, or would rather wait, write to us: <SupportLink />. A person here answers.
        </p>
      </Part>
    </>
  );
}

function Questions(about: AmongPeople) {
  const { person } = about;
  const isDead = hasDied(person);
  return (
    <>
      {!isDead && (
        <Part title={`Where can we reach ${person.firstName}?`}>
          <AddressForm {...about} />
        </Part>
      )}
      <Part
        title={isDead ? 'What we were told' : `Has anything changed for ${person.firstName}?`}
        lead={
          isDead
            ? undefined
            : 'Tick what applies. If nothing has changed, leave it as it is. Each answer is saved as you give it.'
        }
      >
        <LifeChanges {...about} />
      </Part>
      {!isDead && (
        <Part
          title="Ask us to wait"
          lead={`A person here reads this and answers you. Until then, nothing goes to ${person.firstName}. Nothing is lost by waiting.`}
        >
          <AskToWait {...about} />
        </Part>
      )}
    </>
  );
}

function Part({ title, lead, children }: { title: string; lead?: string | undefined; children: ReactNode }) {
  return (
    <section className="mt-8 border-t border-line pt-7">
      <h3 className="text-title wrap-anywhere">{title}</h3>
      {lead && <p className="mt-1.5 wrap-anywhere text-ink-soft">{lead}</p>}
      {children}
    </section>
  );
}
