import { useEffect, useMemo, useRef, useState } from 'react';
import type { User } from '../../../../shared/accounts/accounts.ts';
import {
  noteToContactsMaxCharacters,
  type ReleaseWishes,
} from '../../../../shared/after-death/release-wishes.ts';
import { listNames } from '../../../../shared/names.ts';
import { useUnsaved } from '../../../lib/unsaved-changes.ts';
import { ActionRow } from '../../../ui/actions.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { KeptBeside, type Sheet, useDraft, useSheetOf } from '../../memories/memories/drafts/drafts.ts';
import { useChoice } from './use-choice.ts';

interface NoteProps {
  profile: User;
  wishes: ReleaseWishes;
}

export function NoteToContacts(props: NoteProps) {
  const sheet = useSheetOf('note-to-contacts', props.profile.id);
  if (!sheet) return <Skeleton className="h-40" />;
  return <NoteForm key={sheet.key} {...props} sheet={sheet} />;
}

function NoteForm({ wishes, sheet }: NoteProps & { sheet: Sheet }) {
  const saved = wishes.noteToContacts ?? '';
  const initial = useMemo(() => ({ note: saved }), [saved]);
  const draft = useDraft({ sheet, initial, parse: parseNote });
  const { choose, isSaving } = useChoice(wishes);
  const [isRefused, setRefused] = useState(false);
  const { note } = draft.values;
  const isTooLong = note.length > noteToContactsMaxCharacters;
  const isChanged = note !== saved;
  useUnsaved(isChanged);
  const home = useOpenSetting(isChanged);

  async function save() {
    setRefused(isTooLong);
    if (!isTooLong && (await choose({ noteToContacts: note }))) draft.clearSaved({ note });
  }

  return (
    <div ref={home} className="grid gap-3">
      <KeptBeside
        className="mb-0"
        sheet={sheet}
        draft={draft}
        parse={parseNote}
        textOf={({ note: text }) => ({ title: '', text })}
        what="note"
      />
      <TextArea
        label="Your note"
        description={describeReaders(wishes.trustedContacts)}
        rows={4}
        className="[&_textarea]:min-h-26"
        maxLength={noteToContactsMaxCharacters}
        value={note}
        error={
          isRefused && isTooLong
            ? `Please shorten this to ${noteToContactsMaxCharacters} characters`
            : undefined
        }
        onChange={(text) => draft.change({ note: text })}
      />
      <ActionRow
        cancel={
          isChanged && (
            <Button variant="text" size="small" isDisabled={isSaving} onPress={draft.clear}>
              Keep the note as it was
            </Button>
          )
        }
        action={
          <Button
            variant="quiet"
            size="small"
            isDisabled={!isChanged}
            isPending={isSaving}
            pendingLabel="Saving"
            onPress={() => void save()}
          >
            Save the note
          </Button>
        }
      />
    </div>
  );
}

/** A text that was begun must not be hidden in a collapsed setting. */
function useOpenSetting(isBegun: boolean) {
  const home = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const setting = home.current?.closest('details');
    if (isBegun && setting) setting.open = true;
  }, [isBegun]);
  return home;
}

function describeReaders(contacts: ReleaseWishes['trustedContacts']): string {
  const when = 'when what you left begins to go out, and not before';
  if (contacts.length === 0) return `For those you name as trusted contacts. They read it ${when}.`;
  return `${listNames(contacts.map(({ name }) => name))} will read it ${when}.`;
}

function parseNote(stored: unknown): { note: string } | null {
  if (typeof stored !== 'object' || stored === null || !('note' in stored)) return null;
  return typeof stored.note === 'string' ? { note: stored.note } : null;
}
