import { CircleAlert, type LucideIcon, Package, Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MemoryType } from '../../../../shared/memories/memories.ts';
import { memoryKinds } from '../../memories/memories/memories.ts';

/** The kind of a memory, a keepsake, or a series. */
export type Thing = MemoryType | 'item' | 'series';

function iconOf(thing: Thing): LucideIcon {
  if (thing === 'item') return Package;
  return thing === 'series' ? Repeat : memoryKinds[thing].icon;
}

/** What is left, by name, with the icon of its kind. */
export function ThingName({ thing, children }: { thing: Thing; children: ReactNode }) {
  const Icon = iconOf(thing);
  return (
    <span className="relative block min-w-0 pl-7 wrap-anywhere">
      <Icon aria-hidden="true" className="absolute top-0.75 left-0 size-4.5 text-gold" strokeWidth={1.5} />
      {children}
    </span>
  );
}

/** What is sent in one message, shown below the things themselves. */
export function Together({ sentences }: { sentences: readonly string[] }) {
  return sentences.map((sentence) => (
    <p key={sentence} className="mt-2 max-w-measure text-small text-pretty text-ink-soft wrap-anywhere">
      {sentence}
    </p>
  ));
}

export function Trouble({ children }: { children: ReactNode }) {
  return (
    <span className="relative inline-block pl-6.5 text-small text-gold wrap-anywhere">
      <CircleAlert aria-hidden="true" className="absolute top-0.5 left-0 size-4.5" strokeWidth={1.5} />
      {children}
    </span>
  );
}
