/**
 * Things that a tab is busy with, which are therefore not offered as left behind. The other tabs see a lock,
 * which the browser releases by itself when a tab crashes.
 */
export interface UseMarks {
  /** Marks it as in use until the returned function is called. */
  mark: (id: string) => () => void;
  /** Resolves with a function that tells whether something is in use in any tab. */
  findUsed: () => Promise<(id: string) => boolean>;
}

/** `prefix` distinguishes the locks of one kind of thing from those of another. */
export function createUseMarks(prefix: string): UseMarks {
  /** The number of uses in this tab. They are known at once, while locks are granted and released later. */
  const usesHere = new Map<string, number>();
  const addUses = (id: string, change: number) => usesHere.set(id, (usesHere.get(id) ?? 0) + change);

  return {
    mark(id) {
      const { promise, resolve } = Promise.withResolvers<void>();
      let isReleased = false;
      addUses(id, 1);
      void navigator.locks?.request(prefix + id, { mode: 'shared' }, () => promise);
      return () => {
        if (isReleased) return;
        isReleased = true;
        addUses(id, -1);
        resolve();
      };
    },
    async findUsed() {
      const { held = [] } = (await navigator.locks?.query()) ?? {};
      const locked = new Set(held.map((lock) => lock.name));
      return (id) => {
        const uses = usesHere.get(id);
        return uses === undefined ? locked.has(prefix + id) : uses > 0;
      };
    },
  };
}
