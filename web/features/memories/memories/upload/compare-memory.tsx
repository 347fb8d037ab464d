import { Check, Copy, Hourglass, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Memory } from '../../../../../shared/memories/memories.ts';
import { messageOf } from '../../../../lib/api/api-error.ts';
import { formatSavedAt } from '../../../../lib/dates.ts';
import { ActionRow } from '../../../../ui/actions.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { CompareFields, type FieldChoices } from '../../../../ui/compare-fields/compare-fields.tsx';
import { type ComparedField, findDifferingFields } from '../../../../ui/compare-fields/differing-fields.ts';
import { CompareTexts } from '../../../../ui/compare-texts/compare-texts.tsx';
import { Link } from '../../../../ui/link.tsx';
import { toast } from '../../../../ui/toast.ts';
import { reachOfChoice } from '../memories.ts';
import { useReach } from '../queries.ts';
import { keepAsBegun } from './begun-letter.ts';
import type { Composer } from './composer.ts';
import { type MemoryValues, valuesOf } from './memory-values.ts';
import { overUntouched } from './stale-draft.ts';

interface CompareMemoryProps {
  composer: Composer;
  /** The memory in its present state in the account. */
  current: Memory;
}

/** The text in the account and the one written here, for the person to choose; a small difference is shown in detail. */
export function CompareMemory({ composer, current }: CompareMemoryProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  const { content } = overUntouched(composer.values, valuesOf(current), composer.stale.read);
  const isOtherText = content !== (current.content ?? '') && composer.stale.read?.content !== current.content;
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="mt-6 text-display outline-none">
        {isOtherText ? 'Two texts of one letter' : 'It was changed elsewhere'}
      </h2>
      {isOtherText ? (
        <TwoTexts composer={composer} current={current} />
      ) : (
        <TwoDetails composer={composer} current={current} />
      )}
    </>
  );
}

function TwoTexts({ composer, current }: CompareMemoryProps) {
  const { draftStatus, stale, discard, sending } = composer;
  const values = overUntouched(composer.values, valuesOf(current), stale.read);
  const [isKeeping, setKeeping] = useState(false);
  const isBusy = isKeeping || sending.state.step !== 'idle' || composer.isKeepingPerson;
  const savedAtMs = draftStatus.savedAtMs ?? Date.now();

  /** Nothing is chosen before the other text is safe. */
  async function keep(which: 'one' | 'other') {
    setKeeping(true);
    try {
      const forget = await keepAsBegun(which === 'one' ? composer.values : valuesOf(current));
      if (which === 'one') stale.keepSaved(discard, forget);
      else stale.sendOver(current, values);
    } catch (error) {
      const description = messageOf(error, 'Nothing has changed. Please try again in a moment.');
      toast({ variant: 'destructive', title: 'The other text could not be kept', description });
    } finally {
      setKeeping(false);
    }
  }

  return (
    <>
      <p className="mt-2.5 max-w-measure text-lead text-ink-soft">
        This letter was changed elsewhere while it stood open here. Both texts are kept, and nothing has been
        overwritten.
      </p>
      <CompareTexts
        one={{
          heading: 'The saved one',
          note: `saved ${whenInWords(Date.parse(current.updatedAt))}`,
          badge: { tone: 'sage', icon: Check, children: 'In your account' },
          ...textsOf(valuesOf(current)),
          keepLabel: 'Keep the saved one',
        }}
        other={{
          heading: 'The one from here',
          note: `written ${whenInWords(savedAtMs)}`,
          badge: {
            tone: 'gold',
            icon: Hourglass,
            children: draftStatus.isOnlyHere ? 'Kept on this device' : 'Kept as a draft',
          },
          ...textsOf(values),
          keepLabel: 'Keep the one from here',
        }}
        isBusy={isBusy}
        onKeep={(which) => void keep(which)}
      />
      <Otherwise composer={composer} current={current} />
    </>
  );
}

function textsOf({ title, content, recipient, personalMessage }: MemoryValues) {
  return {
    title,
    text: content,
    details: [
      { name: 'For', text: recipient },
      { name: 'Personal message', text: personalMessage },
    ],
  };
}

/** 'today at 10:42', 'on 12 October 2026' */
function whenInWords(atMs: number): string {
  const when = formatSavedAt(atMs, Date.now());
  return when.includes(':') ? `today at ${when}` : `on ${when}`;
}

/** Who gets the kept text, and the two other answers. */
function Otherwise({ composer, current }: CompareMemoryProps) {
  const [, navigate] = useLocation();
  const { data: reach } = useReach(current.id);
  const [nowMs] = useState(() => Date.now());
  const goesTo = reach && reachOfChoice(reach, nowMs);
  return (
    <div className="mt-6.5 mb-14 flex flex-wrap items-center justify-between gap-x-12 gap-y-2.5">
      <p className="max-w-[56ch]">
        {goesTo && <b className="font-semibold">{goesTo} </b>}
        The other one stays among the letters you have begun. Until you choose, the saved one is used.
      </p>
      <div className="flex flex-wrap items-center gap-x-6">
        <Button
          variant="text"
          icon={<Copy aria-hidden="true" className="size-4.5" strokeWidth={1.5} />}
          onPress={composer.stale.sendAsAnother}
        >
          Keep both, as two letters
        </Button>
        <Button variant="text" onPress={() => navigate('/upload')}>
          Decide later
        </Button>
      </div>
    </div>
  );
}

const labels = {
  title: 'Title',
  recipient: 'For whom',
  personalMessage: 'Personal message',
  content: 'Your letter',
};

function TwoDetails({ composer, current }: CompareMemoryProps) {
  const { values, stale, sending } = composer;
  const saved = valuesOf(current);

  function save(choices: FieldChoices) {
    const { title, personalMessage, content, version: _older, ...person } = values;
    stale.sendOver(current, {
      ...saved,
      ...(choices['title'] === 'typed' && { title }),
      ...(choices['personalMessage'] === 'typed' && { personalMessage }),
      ...(choices['content'] === 'typed' && { content }),
      ...(choices['recipient'] === 'typed' && person),
    });
  }

  return (
    <CompareFields
      fields={findDifferingFields(labels, { read: stale.read, saved, typed: values }).map(shortened)}
      isBusy={sending.state.step !== 'idle'}
      onSave={save}
      onBack={stale.hide}
    >
      {(content, actions) => (
        <Card className="mt-5 max-w-sheet md:px-10 md:py-9">
          <div className="grid gap-6">
            {content}
            <ActionRow {...actions} />
          </div>
        </Card>
      )}
    </CompareFields>
  );
}

/** If a letter was changed in only one place, shows only its beginning. */
function shortened(field: ComparedField): ComparedField {
  if (field.name !== 'content') return field;
  const beginning = (text: string) => (text.length > 100 ? `${text.slice(0, 100).trimEnd()} …` : text);
  return { ...field, saved: beginning(field.saved), typed: beginning(field.typed) };
}

/** Shown after the saved text was kept: what was written here can still be restored. */
export function SetAsideNotice({ composer: { stale } }: { composer: Composer }) {
  if (!stale.setAside) return null;
  return (
    <p
      role="status"
      className="mx-auto mb-4 flex max-w-sheet flex-wrap items-center justify-between gap-x-5 notice bg-pine-wash px-4 py-1.5"
    >
      <span>
        You kept the saved text. The other one is among <Link href="/upload">the letters you have begun</Link>
        .
      </span>
      <Button
        variant="text"
        size="small"
        icon={<Undo2 aria-hidden="true" className="size-4.5" strokeWidth={1.5} />}
        onPress={stale.takeUpAgain}
      >
        Undo
      </Button>
    </p>
  );
}
