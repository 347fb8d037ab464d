/** What was last shown below the greeting in this tab, until sign-out clears it: nothing, the quiet line, or a card this many pixels high. */
export type NoticeMark = 'none' | 'line' | number;

type Store = Pick<Storage, 'getItem' | 'setItem'>;

const keyOf = (ownerId: string) => `notice:${ownerId}`;

/** The quiet line if nothing is known, or if the browser blocks storage. */
export function readNotice(storage: Store, ownerId: string): NoticeMark {
  try {
    const mark = storage.getItem(keyOf(ownerId));
    if (mark === 'none') return mark;
    const height = Number(mark);
    return height > 0 && height < mostHeight ? height : 'line';
  } catch {
    return 'line';
  }
}

const mostHeight = 4000;

export function saveNotice(storage: Store, ownerId: string, mark: NoticeMark): void {
  try {
    storage.setItem(keyOf(ownerId), String(mark));
  } catch {
    // Storage is blocked; the page then reserves the space of a line.
  }
}
