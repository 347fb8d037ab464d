import { type FormEvent, useRef, useState } from 'react';
import type { OpenedBefore } from '../../../../../shared/delivery/received.ts';
import type { SaidOnPage } from '../../../../../shared/delivery/received-acts.ts';
import { replyMaxCharacters } from '../../../../../shared/delivery/received-limits.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { TextArea } from '../../../../ui/text-area.tsx';
import type { PageLink } from '../page/page-link.ts';
import type { WordsLabels } from './act-labels.ts';
import { Failure } from './act-row.tsx';
import { useAct } from './use-act.ts';
import { store, useKeptDraft } from './use-kept-draft.ts';

/** Characters are counted only from here on: beside a few words a number would only be distracting. */
const nearlyFull = replyMaxCharacters - 200;

export function draftKey(token: string, id: string): string {
  return `words-back ${token.slice(0, 12)} ${id}`;
}

interface WordsFormProps {
  page: PageLink;
  about: OpenedBefore;
  said: SaidOnPage;
  labels: WordsLabels;
  onDone: () => void;
}

export function WordsForm({ page, about, said, labels, onDone }: WordsFormProps) {
  const { reply } = about;
  const key = draftKey(page.token, about.id);
  const { text, change } = useKeptDraft(key, reply?.text ?? '');
  const [isPrivate, setPrivate] = useState(reply?.readBy === 'nobody');
  const [isMissing, setMissing] = useState(false);
  const { act, isBusy, failure, fields } = useAct(page);
  const field = useRef<HTMLTextAreaElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(text.trim() === '');
    if (text.trim() === '') return field.current?.focus();
    if (!(await act('POST', '/reply', { id: about.id, text, private: isPrivate }))) return;
    store(key, '');
    onDone();
  }

  return (
    <form noValidate className="grid gap-1" onSubmit={(event) => void submit(event)}>
      <p>{labels.readers}</p>
      {labels.more && <p className="text-small text-ink-soft">{labels.more}</p>}
      <TextArea
        ref={field}
        label="Your words"
        isLabelHidden
        rows={3}
        className="mt-2.5 [&_textarea]:min-h-26"
        maxLength={text.length > nearlyFull ? replyMaxCharacters : undefined}
        value={text}
        error={isMissing ? 'Please write a few words' : (fields['text'] ?? fields['private'])}
        onChange={change}
      />
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        {said.replyReadBy === 'family' && said.familyReaders.length > 0 ? (
          <Checkbox label="Keep them for me alone" value={isPrivate} onChange={setPrivate} />
        ) : (
          <span />
        )}
        <span className="flex flex-wrap items-center gap-x-6 gap-y-2">
          {reply && (
            <Button variant="text" onPress={onDone}>
              Leave them as they are
            </Button>
          )}
          <Button type="submit" variant="quiet" isPending={isBusy} pendingLabel="Sending">
            {labels.action}
          </Button>
        </span>
      </div>
      <Failure>{failure}</Failure>
    </form>
  );
}
