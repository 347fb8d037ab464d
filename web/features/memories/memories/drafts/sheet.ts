import { useMemo, useState } from 'react';
import { v4 } from 'uuid';
import { type ServerDrafts, useServerDrafts } from './queries.ts';
import {
  type DraftName,
  draftKey,
  type LocalDraft,
  listLocal,
  newerDraft,
  pathOf,
  readDraft,
  type ServerDraft,
} from './stored-draft.ts';

/** A draft, with its name, that is open on a screen. */
export interface Sheet extends DraftName {
  ownerId: string;
  /** Whether the person has chosen this draft over another. */
  isChosen: boolean;
  /** Changes when a different draft is opened on the screen. */
  key: string;
  /** The server's copy; undefined if the server could not be reached. */
  stored: ServerDraft<unknown> | null | undefined;
  /** Other drafts of the same thing, which a screen that shows one of them should offer; newest first. */
  others: readonly ServerDraft<unknown>[];
  /** Opens another draft instead. */
  goOn: (draft: ServerDraft<unknown>) => void;
  /** Called if the draft has a new name, because another sheet has written under the previous one. */
  onMoved: (id: string) => void;
}

const noNews = () => undefined;
const theOnlyOne = { isMeant: () => true, blankId: null };

/** Tells apart drafts of one kind that are about different people. */
export interface DraftSubject {
  /** The id of whom stored values are about; null if that is not chosen yet. */
  of: (values: unknown) => string | null;
  /** Only a draft about this one is opened, or a new one; null opens whichever was written last. */
  asked: string | null;
}

const anything: DraftSubject = { of: () => null, asked: null };

/**
 * The sheet for something of which there is only one: changes to a memory, or, with `subject`, something for one
 * person. Opens the draft that was written last, on any device; null until that is known.
 */
export function useSheetOf(kind: string, ownerId: string | undefined, subject = anything): Sheet | null {
  const drafts = useServerDrafts();
  const [chosen, setChosen] = useState<ServerDraft<unknown> | null>(null);
  const { asked } = subject;
  const blankId = useMemo(() => asked && newSheetId(), [asked]);
  if (ownerId === undefined || !drafts.isSettled) return null;
  const newest = newestOf(kind, ownerId, drafts.list);
  const about = asked ?? (newest ? subject.of(newest.values) : null);
  const isMeant = (values: unknown) => subject.of(values) === about;
  const open = chosen && isMeant(chosen.values) ? chosen : null;
  const sheet = sheetOf(kind, ownerId, drafts, open, setChosen, { isMeant, blankId });
  return asked === null || open ? sheet : { ...sheet, key: `${kind} ${asked}` };
}

/** Like `useSheetOf`, if the drafts are already loaded and the kind changes. */
export function sheetOf(
  kind: string,
  ownerId: string,
  { list }: ServerDrafts,
  chosen: ServerDraft<unknown> | null,
  goOn: Sheet['goOn'],
  { isMeant, blankId }: { isMeant: (values: unknown) => boolean; blankId: string | null } = theOnlyOne,
): Sheet {
  const own = list?.filter((draft) => draft.kind === kind && isMeant(draft.values));
  const isChosen = chosen?.kind === kind;
  const name = isChosen ? chosen : (newestOf(kind, ownerId, list, isMeant) ?? { kind, id: blankId });
  const isThis = (draft: DraftName) => pathOf(draft) === pathOf(name);
  return {
    kind,
    id: name.id,
    ownerId,
    isChosen,
    key: isChosen ? `${pathOf(name)} ${chosen.version}` : kind,
    stored: isChosen ? chosen : own && (own.find(isThis) ?? null),
    others: own?.filter((draft) => !isThis(draft)).sort(byTime) ?? [],
    goOn,
    onMoved: noNews,
  };
}

/** The sheet for something new, of which there may be several: the draft with this id, or a blank one. */
export function newSheet(
  name: DraftName,
  ownerId: string,
  { list }: ServerDrafts,
  on: Pick<Sheet, 'key' | 'goOn' | 'onMoved'> & Partial<Pick<Sheet, 'stored'>>,
): Sheet {
  const stored = list && (list.find((draft) => pathOf(draft) === pathOf(name)) ?? null);
  return { ...name, ownerId, isChosen: false, stored, others: [], ...on };
}

export function newSheetId(): string {
  return v4();
}

/** An unfinished draft, with its latest text. */
export interface BegunDraft<Values> extends DraftName, LocalDraft<Values> {
  /** Null if it was written in this browser, or if that is not known. */
  device: string | null;
  server: ServerDraft<unknown> | null;
}

/** Unfinished drafts of these kinds, here or elsewhere, newest first. */
export function listBegun<Values>(
  ownerId: string,
  list: readonly ServerDraft<unknown>[] | undefined,
  isWanted: (kind: string) => boolean,
  parse: (values: unknown) => Values | null,
): BegunDraft<Values>[] {
  const storage = window.localStorage;
  const names = new Map(
    [...(list ?? []), ...listLocal(storage, ownerId)].map((each) => [pathOf(each), each]),
  );
  return [...names]
    .filter(([, { kind }]) => isWanted(kind))
    .flatMap(([path, { kind, id }]) => {
      const local = readDraft(storage, draftKey(ownerId, { kind, id }), parse);
      const server = list?.find((draft) => pathOf(draft) === path);
      const values = server && parse(server.values);
      const there = server && values ? { ...server, values } : null;
      const latest = newerDraft(local, list ? there : undefined);
      if (!latest) return [];
      return {
        kind,
        id,
        ...latest,
        device: latest.isSent ? (server?.device ?? null) : null,
        server: server ?? null,
      };
    })
    .sort((one, other) => other.savedAtMs - one.savedAtMs);
}

function newestOf(
  kind: string,
  ownerId: string,
  list: readonly ServerDraft<unknown>[] | undefined,
  isMeant: (values: unknown) => boolean = theOnlyOne.isMeant,
): BegunDraft<unknown> | undefined {
  const parse = (values: unknown) => (isMeant(values) ? values : null);
  return listBegun(ownerId, list, (each) => each === kind, parse)[0];
}

function byTime(one: ServerDraft<unknown>, other: ServerDraft<unknown>): number {
  return other.updatedAt.localeCompare(one.updatedAt);
}
