import { Minus, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ReleaseWishes } from '../../../../shared/after-death/release-wishes.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useReleaseWishes } from './queries.ts';
import { useChoice } from './use-choice.ts';
import { nameDays, stepQuietDays } from './wishes.ts';

/** The days are saved this long after the last press, so that a series of presses is one choice with one undo. */
const settledMs = 700;

/** Quiet days, more or fewer with each press; saved as in the settings. */
export function QuietDaysStep() {
  const { data: wishes, isPending } = useReleaseWishes();
  if (wishes) return <Stepper wishes={wishes} />;
  if (isPending) return <Skeleton className="h-12 w-46" />;
  return (
    <p className="text-small text-ink-soft">They could not be loaded. You also find them in Settings.</p>
  );
}

function Stepper({ wishes }: { wishes: ReleaseWishes }) {
  const { shown, choose } = useChoice(wishes);
  const [pressed, setPressed] = useState<number | null>(null);
  const unsaved = useRef<{ save: () => void; timer: number } | null>(null);
  const days = pressed ?? shown.quietDays;
  const fewer = stepQuietDays(days, -1);
  const more = stepQuietDays(days, 1);
  // Leaving the page saves what was pressed a moment before.
  useEffect(() => () => saveNow(unsaved), []);

  function press(next: number) {
    setPressed(next);
    if (unsaved.current) window.clearTimeout(unsaved.current.timer);
    const save = () => void choose({ quietDays: next }).finally(() => setPressed(null));
    unsaved.current = { save, timer: window.setTimeout(() => saveNow(unsaved), settledMs) };
  }

  return (
    <fieldset className="flex w-fit items-center rounded-full border border-line-strong large-text:flex-wrap large-text:rounded-control">
      <legend className="sr-only">Quiet days after your death</legend>
      <Press label="Fewer quiet days" next={fewer} onPress={press}>
        <Minus aria-hidden="true" className="size-4.5" strokeWidth={1.5} />
      </Press>
      <output className="min-w-22 text-center large-text:order-first large-text:w-full font-medium tabular-nums">
        {days === 0 ? 'None' : nameDays(days)}
      </output>
      <Press label="More quiet days" next={more} onPress={press}>
        <Plus aria-hidden="true" className="size-4.5" strokeWidth={1.5} />
      </Press>
    </fieldset>
  );
}

function saveNow(unsaved: { current: { save: () => void; timer: number } | null }): void {
  const waiting = unsaved.current;
  unsaved.current = null;
  if (!waiting) return;
  window.clearTimeout(waiting.timer);
  waiting.save();
}

interface PressProps {
  label: string;
  /** Null if there are no fewer, or no more; the button keeps the focus then. */
  next: number | null;
  onPress: (next: number) => void;
  children: ReactNode;
}

function Press({ label, next, onPress, children }: PressProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={next === null}
      className="grid size-12 place-items-center rounded-full text-pine aria-disabled:opacity-40 not-aria-disabled:hover:bg-pine-wash"
      onClick={() => next !== null && onPress(next)}
    >
      {children}
    </button>
  );
}
