import { type FormEvent, useRef, useState } from 'react';
import { noteMaxCharacters } from '../../../../shared/after-death/report-rules.ts';
import { goToFault } from '../../../lib/faults.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { describeLifted } from './changes.ts';
import { OutcomeLine } from './outcome-line.tsx';
import { dayOf } from './phrases.ts';
import { liftChange, sayChange } from './requests.ts';
import { useSaving } from './use-saving.ts';
import type { AboutPerson } from './use-trusted.ts';
import { useUnsent } from './use-unsent.ts';

export function AskToWait({ person, link }: AboutPerson) {
  const [note, setNote] = useUnsent({ person, link }, 'note', (words) => words.trim() !== '');
  const [isMissing, setMissing] = useState(false);
  const { outcome, isBusy, save } = useSaving(link.look);
  /** Gets the focus when the element that had it disappears. */
  const part = useRef<HTMLDivElement>(null);
  const hold = person.changes.find(({ kind }) => kind === 'hold');

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const words = note.trim();
    setMissing(words === '');
    if (words === '') {
      goToFault(event.currentTarget.querySelector('textarea'));
      return;
    }
    const went = await save(async () => {
      link.showPerson(await sayChange(link.token, person.id, { kind: 'hold', note: words }));
      return `Nothing goes to ${person.firstName} for now. A person here answers you.`;
    });
    if (!went) return;
    setNote('');
    part.current?.focus();
  }

  async function lift(changeId: string) {
    const went = await save(async () => {
      const lifted = await liftChange(link.token, person.id, changeId);
      link.showPerson(lifted);
      return describeLifted(lifted);
    });
    if (went) part.current?.focus();
  }

  return (
    <div ref={part} tabIndex={-1} className="outline-none">
      {hold ? (
        <div className="mt-4.5 grid gap-3 rounded-choice border border-thread bg-gold-wash px-4 py-3.5">
          <p className="wrap-anywhere">
            We were asked to wait on {dayOf(hold.since)}.{hold.note && ` “${hold.note}”`}
          </p>
          {hold.canLift && (
            <Button
              variant="quiet"
              className="justify-self-start"
              isPending={isBusy}
              onPress={() => void lift(hold.id)}
            >
              Do not wait any longer
            </Button>
          )}
        </div>
      ) : (
        <form noValidate className="mt-4.5 grid gap-4.5" onSubmit={(event) => void submit(event)}>
          <TextArea
            label="What should we know?"
            rows={3}
            className="[&_textarea]:min-h-26"
            isRequired
            maxLength={noteMaxCharacters}
            value={note}
            error={isMissing ? 'Please tell us in a few words why' : outcome.fields['note']}
            onChange={setNote}
          />
          <Button type="submit" variant="quiet" className="justify-self-start" isPending={isBusy}>
            Ask for a hold
          </Button>
        </form>
      )}
      <OutcomeLine saved={outcome.saved} failure={outcome.failure} />
    </div>
  );
}
