import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { joinClasses } from './join-classes.ts';

export interface TabItem<Key extends string> {
  key: Key;
  label: ReactNode;
  content: ReactNode;
}

export interface TabsProps<Key extends string> {
  /** For screen readers. */
  label: string;
  items: readonly TabItem<Key>[];
  selected: Key;
  onSelect: (key: Key) => void;
  isFullWidth?: boolean | undefined;
}

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

const tabLook =
  'min-h-12 border-b-2 md:whitespace-nowrap border-transparent px-1 py-2 text-ink-soft transition-colors hover:text-ink aria-selected:border-thread aria-selected:font-medium aria-selected:text-ink';

/** On a phone, more than two tabs are in rows of two, or the last one would be out of sight. */
const twoByTwo =
  'max-md:grid max-md:grid-cols-2 large-text:grid-cols-1 max-md:*:border-line max-md:*:text-left';

/** Arrow keys select a tab. Only the selected panel is rendered. */
export function Tabs<Key extends string>({ label, items, selected, onSelect, isFullWidth }: TabsProps<Key>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = items.find((item) => item.key === selected);

  function handleKey(event: KeyboardEvent) {
    const step = steps[event.key];
    const index = items.findIndex((item) => item.key === selected);
    const next = step && items[step(index, items.length)];
    if (!next) return;
    event.preventDefault();
    onSelect(next.key);
    list.current?.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus();
  }

  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={joinClasses(
          'flex gap-x-7 overflow-x-auto pt-1 shadow-[inset_0_-1px_0_var(--color-line)]',
          items.length > 2 && twoByTwo,
        )}
        onKeyDown={handleKey}
      >
        {items.map((item) => (
          <button
            key={item.key}
            type="button"
            role="tab"
            id={`${id}-${item.key}-tab`}
            data-key={item.key}
            aria-selected={item.key === selected}
            aria-controls={item.key === selected ? `${id}-panel` : undefined}
            tabIndex={item.key === selected ? 0 : -1}
            className={joinClasses(tabLook, isFullWidth && 'flex-1 text-center')}
            onClick={() => onSelect(item.key)}
          >
            {item.label}
          </button>
        ))}
      </div>
      {current && (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current.key}-tab`} className="pt-6">
          {current.content}
        </div>
      )}
    </div>
  );
}
