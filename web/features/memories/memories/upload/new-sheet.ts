import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { MemoryType } from '../../../../../shared/memory-types.ts';
import { newSheet, newSheetId, type ServerDraft, type Sheet } from '../drafts/drafts.ts';
import type { ServerDrafts } from '../drafts/queries.ts';

/** The URL parameter; the draft left by a page of version 1.0 has no id of its own. */
const parameter = 'draft';
const withoutId = 'earlier';

/** The URL parameter with which a composer opens this draft. */
export function draftParameter(id: string | null): string {
  return `&${parameter}=${id ?? withoutId}`;
}

function readId(search: URLSearchParams): string | null | undefined {
  const id = search.get(parameter);
  return id === withoutId ? null : (id ?? undefined);
}

interface NewSheet extends Sheet {
  /** Whether the URL names a draft, which may have been finished since. */
  isAsked: boolean;
  /** Adds the draft to the URL, so that a reload finds it again. */
  onBegun: () => void;
}

interface Opened {
  turn: number;
  id: string | null;
  /** The draft chosen over another; newer than what was read when the page opened. */
  chosen: ServerDraft<unknown> | null;
}

/** The sheet of a new memory: the draft in the URL, or a blank one, which gets an id of its own. */
export function useNewSheet(type: MemoryType, ownerId: string, drafts: ServerDrafts): NewSheet {
  const [search, setSearch] = useSearchParams();
  const [{ turn, id, chosen }, setSheet] = useState<Opened>(() => {
    const asked = readId(search);
    return { turn: 0, id: asked === undefined ? newSheetId() : asked, chosen: null };
  });
  const isOpen = useIsOpen();

  /** A draft that is saved while the page is being left must not change the URL of the next one. */
  function nameInAddress(next: string | null) {
    if (!isOpen.current) return;
    const rest = new URLSearchParams(window.location.search);
    rest.set(parameter, next ?? withoutId);
    setSearch(rest, { replace: true, state: window.history.state });
  }

  const sheet = newSheet({ kind: type, id }, ownerId, drafts, {
    ...(chosen && { stored: chosen }),
    key: String(turn),
    onMoved: nameInAddress,
    goOn: (draft) => {
      setSheet({ turn: turn + 1, id: draft.id, chosen: draft });
      nameInAddress(draft.id);
    },
  });
  const isAsked = search.has(parameter);
  return { ...sheet, isAsked, onBegun: () => !isAsked && nameInAddress(id) };
}

function useIsOpen() {
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return isOpen;
}
