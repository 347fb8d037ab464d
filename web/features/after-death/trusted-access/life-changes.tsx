import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import type { TrustedPerson } from '../../../../shared/after-death/trusted-access.ts';
import { ChoiceCard } from '../../../ui/choice-card.tsx';
import { ChangeForm } from './change-form.tsx';
import { changes, describeLifted, isAsked, type Ticked, tickedKinds } from './changes.ts';
import { OutcomeLine } from './outcome-line.tsx';
import { dayOf } from './phrases.ts';
import { type Change, liftChange, sayChange } from './requests.ts';
import { useSaving } from './use-saving.ts';
import type { AboutPerson } from './use-trusted.ts';

/** What may have changed in somebody's life. Each line says what its tick does; some ask for a word more first. */
export function LifeChanges({ person, link }: AboutPerson) {
  const id = useId();
  const { asking, outcome, isBusy, isTicked, toggle, say, leave } = useTicks({ person, link }, id);
  return (
    <>
      <ul className="-mx-3 mt-4 grid grid-cols-1 gap-1 wrap-anywhere md:-mx-3.5">
        {askedAbout(person).map((kind) => (
          <li key={kind}>
            {isFixed(kind, person) ? (
              <FixedChange {...choiceOf(kind, person)} />
            ) : (
              <ChoiceCard
                type="checkbox"
                id={`${id}-${kind}`}
                name={kind}
                choice={choiceOf(kind, person)}
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

/** Of somebody who has died nothing else is asked; what was said before stays there to be taken back. */
function askedAbout({ changes: open }: TrustedPerson): readonly Ticked[] {
  const said = tickedKinds.filter((kind) => open.some((change) => change.kind === kind));
  return said.includes('died') ? said : tickedKinds;
}

/** `id` begins the ids of the boxes. */
function useTicks({ person, link }: AboutPerson, id: string) {
  const [asking, setAsking] = useState<Ticked>();
  /** Shown at once, while it is on its way. */
  const [pressed, setPressed] = useState<{ kind: Ticked; isTicked: boolean }>();
  const { outcome, isBusy, save } = useSaving(link.look);

  async function say(change: Change & { kind: Ticked }) {
    const went = await save(async () => {
      link.showPerson(await sayChange(link.token, person.id, change));
      return changes[change.kind].saved(person.firstName);
    });
    if (went) leave(change.kind);
  }

  /** The form goes; the focus was in it. */
  function leave(kind: Ticked) {
    document.getElementById(`${id}-${kind}`)?.focus();
    setAsking(undefined);
  }

  function toggle(kind: Ticked) {
    const open = person.changes.find((change) => change.kind === kind);
    if (open) void lift(kind, open.id);
    else if (isAsked(kind)) setAsking(asking === kind ? undefined : kind);
    else void pause();
  }

  async function pause() {
    setPressed({ kind: 'pause', isTicked: true });
    await say({ kind: 'pause' });
    setPressed(undefined);
  }

  async function lift(kind: Ticked, changeId: string) {
    setPressed({ kind, isTicked: false });
    await save(async () => {
      const lifted = await liftChange(link.token, person.id, changeId);
      link.showPerson(lifted);
      return describeLifted(lifted);
    });
    setPressed(undefined);
  }

  function isTicked(kind: Ticked): boolean {
    if (pressed?.kind === kind) return pressed.isTicked;
    return asking === kind || person.changes.some((change) => change.kind === kind);
  }

  return { asking, outcome, isBusy, isTicked, toggle, say, leave };
}

function choiceOf(kind: Ticked, { firstName, changes: open }: TrustedPerson) {
  const said = open.find((change) => change.kind === kind);
  const { label, does } = changes[kind];
  if (!said) return { value: kind, label: label(firstName), description: does(firstName) };
  const way = said.canLift
    ? 'Untick it, and it goes on.'
    : 'A person here decides about it, and writes to whoever told us.';
  const note = said.note ? ` “${said.note}”` : '';
  return {
    value: kind,
    label: label(firstName),
    description: `Since ${dayOf(said.since)}.${note} ${way}`,
  };
}

/** Others said it, and staff look into it. */
function isFixed(kind: Ticked, { changes: open }: TrustedPerson): boolean {
  return open.some((change) => change.kind === kind && !change.canLift);
}

/** Not a disabled control, whose words would be faint: they are there to be read. */
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
