import { useEffect, useRef, useState } from 'react';
import { letterMaxCharacters } from '../../../../../shared/memories/memory-limits.ts';
import { Button } from '../../../../ui/button.tsx';
import { useCutNote } from '../../../../ui/limited-text-field.tsx';
import { PhoneBar } from '../../../../ui/phone-bar.tsx';
import { Sheet } from '../../../../ui/sheet.tsx';
import { CharacterCount, TextArea } from '../../../../ui/text-area.tsx';
import type { Composer } from './composer.ts';
import { PrintedLetter, PrintPreview } from './letter-print.tsx';
import { RestoredNotice } from './notices.tsx';

const titleMaxCharacters = 200;

interface LetterSheetProps {
  composer: Composer;
  /** Undefined while the letter is blank. */
  onContinue: (() => void) | undefined;
}

/** Text over the limit is not cut off: its author decides what to shorten. */
export function LetterSheet({ composer, onContinue }: LetterSheetProps) {
  const { values, change } = composer;
  const text = useRef<HTMLTextAreaElement>(null);
  const title = useRef<HTMLTextAreaElement>(null);
  const { watch, note } = useCutNote(values.title, titleMaxCharacters);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <RestoredNotice composer={composer} />
      <Sheet>
        {/* A long title is seen whole: the same words, invisible, make room for as many lines as they take. */}
        <div className="-mx-1 grid *:col-start-1 *:row-start-1 *:min-w-0 *:px-1 *:whitespace-pre-wrap font-serif text-[clamp(1.75rem,3vw,2.5rem)] leading-[1.15] tracking-[-0.015em]">
          <span aria-hidden="true" className="invisible">
            {`${values.title}\u200B`}
          </span>
          <textarea
            ref={title}
            rows={1}
            enterKeyHint="next"
            aria-label="Title"
            name="title"
            placeholder="Title"
            autoComplete="off"
            {...watch}
            maxLength={titleMaxCharacters}
            value={values.title}
            className="resize-none overflow-hidden rounded-small bg-transparent placeholder:text-ink-soft focus-visible:outline-none"
            onChange={(event) => change({ title: event.currentTarget.value.replaceAll(/\s*\n\s*/g, ' ') })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              text.current?.focus();
            }}
          />
        </div>
        <p role="status" className="text-small text-gold empty:hidden">
          {note}
        </p>
        <TextArea
          ref={text}
          label="Your letter"
          isLabelHidden
          name="content"
          appearance="letter"
          className="mt-5 caret-gold [&_textarea]:min-h-90 [&_textarea]:outline-none"
          placeholder="Begin where you like."
          rows={13}
          value={values.content}
          onChange={(content) => change({ content })}
        />
      </Sheet>
      <div className="mx-auto mt-4 flex max-w-sheet flex-wrap items-center justify-between gap-x-6 gap-y-2 text-small text-ink-soft">
        <p>Only you can read this until it is delivered.</p>
        {onContinue && <PrintButton letter={values} />}
      </div>
      <PhoneBar className="bg-paper py-3 max-md:-mx-4.5 max-md:px-4.5 md:sticky md:bottom-0">
        <div className="mx-auto flex min-h-12 max-w-sheet items-center justify-end gap-6 max-md:justify-between">
          <CharacterCount length={values.content.length} maxLength={letterMaxCharacters} />
          {onContinue ? (
            <Button onPress={onContinue}>Continue</Button>
          ) : (
            <span className="text-small text-ink-soft">“Continue” appears here once you write.</span>
          )}
        </div>
      </PhoneBar>
    </>
  );
}

function PrintButton({ letter }: { letter: Composer['values'] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="text" size="small" className="-my-2.5" onPress={() => setOpen(true)}>
        Print preview
      </Button>
      <PrintedLetter title={letter.title} content={letter.content} />
      {isOpen && <PrintPreview letter={letter} onClose={() => setOpen(false)} />}
    </>
  );
}
