/** What stood under the greeting when this tab last knew, until signing out clears it: nothing, the quiet line, or a card so many pixels high. */
export type NoticeMark = 'none' | 'line' | number;

type Store = Pick<Storage, 'getItem' | 'setItem'>;

const keyOf = (ownerId: string) => `notice:${ownerId}`;

/** The quiet line where nothing is known, or the browser blocks storage. */
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
    // Storage is blocked; the page then keeps the room of a line.
  }
}
