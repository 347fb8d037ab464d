import { Check } from 'lucide-react';
import { useId } from 'react';
import type { TrustedPerson } from '../../../../shared/after-death/trusted-access.ts';
import { fullNameOf } from '../../../../shared/names.ts';
import { ChoiceCard } from '../../../ui/choice-card.tsx';
import { ChangeForm } from './change-form.tsx';
import { changes, isAsked, type Ticked, tickedKinds } from './changes.ts';
import { OutcomeLine } from './outcome-line.tsx';
import { dayOf } from './phrases.ts';
import { useTicks } from './use-ticks.ts';
import type { AmongPeople } from './use-trusted.ts';

/** What may have changed in somebody's life. Each line says what its tick does; some ask for a detail first. */
export function LifeChanges({ person, people, link }: AmongPeople) {
  const id = useId();
  const { asking, outcome, isBusy, isTicked, toggle, say, leave } = useTicks({ person, link }, id);
  return (
    <>
      <ul className="-mx-3 mt-4 grid grid-cols-1 gap-1 wrap-anywhere md:-mx-3.5">
        {askedAbout(person).map((kind) => (
          <li key={kind}>
            {isFixed(kind, person) ? (
              <FixedChange {...choiceOf(kind, person, people)} />
            ) : (
              <ChoiceCard
                type="checkbox"
                id={`${id}-${kind}`}
                name={kind}
                choice={choiceOf(kind, person, people)}
                isChosen={isTicked(kind)}
                isDisabled={false}
                isRequired={false}
                appearance="row"
                onChoose={() => !isBusy && toggle(kind)}
              />
            )}
            {asking === kind && isAsked(kind) && (
              <ChangeForm
                kind={kind}
                person={person}
                people={people}
                errors={outcome.fields}
                isBusy={isBusy}
                onSay={(change) => void say(change)}
                onCancel={() => leave(kind)}
              />
            )}
          </li>
        ))}
      </ul>
      <OutcomeLine saved={outcome.saved} failure={outcome.failure} />
    </>
  );
}

/** About somebody who has died nothing else is asked; earlier changes stay, so that they can be taken back. */
function askedAbout({ changes: open }: TrustedPerson): readonly Ticked[] {
  const said = tickedKinds.filter((kind) => open.some((change) => change.kind === kind));
  return said.includes('died') ? said : tickedKinds;
}

function choiceOf(
  kind: Ticked,
  { firstName, changes: open }: TrustedPerson,
  people: readonly TrustedPerson[],
) {
  const said = open.find((change) => change.kind === kind);
  const { label, does } = changes[kind];
  if (!said) return { value: kind, label: label(firstName), description: does(firstName) };
  const way = said.canLift
    ? 'Untick it, and it goes on.'
    : 'A person here decides about it, and writes to whoever told us.';
  const note = said.note ? ` “${said.note}”` : '';
  const guardian = people.find(({ id }) => id === said.guardianId);
  const named = guardian ? ` You named ${guardian.isYou ? 'yourself' : fullNameOf(guardian)}.` : '';
  return {
    value: kind,
    label: label(firstName),
    description: `Since ${dayOf(said.since)}.${named}${note} ${way}`,
  };
}

/** Somebody else said it, and staff are looking into it. */
function isFixed(kind: Ticked, { changes: open }: TrustedPerson): boolean {
  return open.some((change) => change.kind === kind && !change.canLift);
}

/** Not a disabled control, whose text would be faint: it should be read. */
function FixedChange({ label, description }: ReturnType<typeof choiceOf>) {
  return (
    <div className="flex gap-3.5 rounded-choice border border-thread bg-gold-wash px-3.5 py-3 leading-snug">
      <Check aria-hidden="true" className="mx-0.5 size-4.5 flex-none text-gold" strokeWidth={2.25} />
      <div className="grid min-w-0 gap-0.5 wrap-anywhere">
        <p className="font-serif text-[1.1875rem] leading-[1.25]">{label}</p>
        <p className="text-small text-ink-soft">{description}</p>
      </div>
    </div>
  );
}
