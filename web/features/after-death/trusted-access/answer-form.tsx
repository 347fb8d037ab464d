import { type FormEvent, useState } from 'react';
import { noteMaxCharacters } from '../../../../shared/after-death/report-rules.ts';
import type { TrustedAnswer } from '../../../../shared/after-death/trusted-access.ts';
import { goToFault } from '../../../lib/faults.ts';
import { useLeaveWarning } from '../../../lib/unsaved-changes.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { RadioGroup } from '../../../ui/choice-group.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { OutcomeLine } from './outcome-line.tsx';
import { answerWindow } from './requests.ts';
import { useSaving } from './use-saving.ts';
import type { TrustedLink } from './use-trusted.ts';

interface AnswerFormProps {
  ownerFirstName: string;
  link: TrustedLink;
}

/** What somebody who knows the owner can say: either answer stops what is about to happen. */
export function AnswerForm({ ownerFirstName, link }: AnswerFormProps) {
  const [answer, setAnswer] = useState<TrustedAnswer | ''>('');
  const [note, setNote] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { outcome, isBusy, save } = useSaving(link.look);
  useLeaveWarning(note.trim() !== '');

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setMissing(answer === '');
    if (answer === '') {
      goToFault(event.currentTarget.querySelector('input'));
      return;
    }
    const words = note.trim();
    void save(async () => {
      link.show(await answerWindow(link.token, { answer, ...(words && { note: words }) }));
      return '';
    });
  }

  return (
    <Card as="section" className="mb-12 max-w-190 md:mb-16 md:p-10">
      <form noValidate className="grid grid-cols-1 gap-6 wrap-anywhere" onSubmit={submit}>
        <RadioGroup
          label="What should we know?"
          name="answer"
          isRequired
          value={answer}
          error={isMissing ? 'Please choose one of the two' : undefined}
          onChange={setAnswer}
          choices={[
            {
              value: 'alive',
              label: `${ownerFirstName} is alive`,
              description:
                'We stop at once. A person here looks into it, and nothing is given to anybody because of the report.',
            },
            {
              value: 'wait',
              label: 'It should wait',
              description: 'We stop at once. A person here reads why, and decides with care when we go on.',
            },
          ]}
        />
        <TextArea
          label="A word to the person who reads this"
          isOptional
          rows={3}
          className="[&_textarea]:min-h-26"
          maxLength={noteMaxCharacters}
          description={`Only our staff read it. ${ownerFirstName} and the others do not.`}
          value={note}
          error={outcome.fields['note']}
          onChange={setNote}
        />
        <div>
          <Button type="submit" size="large" className="min-w-42.5 max-md:w-full" isPending={isBusy}>
            Tell us
          </Button>
          <OutcomeLine failure={outcome.failure} />
        </div>
      </form>
    </Card>
  );
}
