import { useState } from 'react';
import type { OpenedBefore } from '../../../../../shared/delivery/received.ts';
import { deviceTimeZone } from '../../../../lib/device.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import type { PageLink } from '../page/page-link.ts';
import { wordsLabels, writtenWhen } from './act-labels.ts';
import { Done, Failure, useFocusOnChange } from './act-row.tsx';
import { useAct } from './use-act.ts';
import { store } from './use-kept-draft.ts';
import { draftKey, WordsForm } from './words-form.tsx';

interface WordsBackProps {
  page: PageLink;
  /** The memory that they are about. */
  about: OpenedBefore;
  /** Whether to name its title, because there is more on the page. */
  isNamed: boolean;
}

/** A few words back about one memory: to a living owner, or kept for those who read them after a death. */
export function WordsBack({ page, about, isNamed }: WordsBackProps) {
  const { cover } = page;
  const { said } = cover;
  const [isWriting, setWriting] = useState(false);
  const isWritten = about.reply !== null && !isWriting;
  const part = useFocusOnChange<HTMLElement>(isWritten);
  const canWrite = said?.can.includes('reply') ?? false;
  if (!said || (!canWrite && !about.reply)) return null;
  const labels = wordsLabels(cover, said, about);
  return (
    <section
      ref={part}
      tabIndex={-1}
      aria-labelledby="words-back"
      className="mt-12 outline-none md:mt-16 print:hidden"
    >
      <h2 id="words-back" className="mb-3.5 text-[1.6875rem] leading-tight">
        {labels.title}
      </h2>
      <Card className="grid gap-1 md:px-7.5 md:py-7">
        {isNamed && <p className="text-small text-ink-soft">About “{about.title}”</p>}
        {isWritten ? (
          <Written page={page} about={about} onChange={canWrite ? () => setWriting(true) : undefined} />
        ) : (
          <WordsForm page={page} about={about} said={said} labels={labels} onDone={() => setWriting(false)} />
        )}
      </Card>
    </section>
  );
}

interface WrittenProps extends Omit<WordsBackProps, 'isNamed'> {
  onChange: (() => void) | undefined;
}

function Written({ page, about, onChange }: WrittenProps) {
  const { act, isBusy, failure } = useAct(page);
  const { reply } = about;
  if (!reply) return null;

  async function takeBack() {
    // They are in the field again, unsent.
    if (await act('DELETE', `/reply/${about.id}`)) store(draftKey(page.token, about.id), reply?.text ?? '');
  }

  return (
    <>
      <Done>{writtenWhen(reply, page.cover, deviceTimeZone())}</Done>
      <p className="mt-2 font-serif text-lead whitespace-pre-wrap italic">{reply.text}</p>
      {onChange && (
        <div className="mt-2 flex flex-wrap gap-x-6">
          <Button variant="text" onPress={onChange}>
            Change
          </Button>
          <Button
            variant="text"
            isPending={isBusy}
            pendingLabel="Taking them back"
            onPress={() => void takeBack()}
          >
            Take them back
          </Button>
        </div>
      )}
      <Failure>{failure}</Failure>
    </>
  );
}
