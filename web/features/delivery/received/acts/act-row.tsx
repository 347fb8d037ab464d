import { ChevronDown, CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { joinClasses } from '../../../../ui/join-classes.ts';

interface ActRowProps {
  title: string;
  /** What it does, shown before anything is pressed. */
  hint: ReactNode;
  /** After it is done: the current state, and how to undo it. Always in view. */
  done?: ReactNode;
  /** The form. */
  children: ReactNode;
}

/** One thing that a recipient can do. It unfolds, explains the rest of what it does, and asks for what it needs. */
export function ActRow({ title, hint, done, children }: ActRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const row = useFocusOnChange<HTMLLIElement>(Boolean(done));
  return (
    <li ref={row} tabIndex={-1} className="border-t border-line outline-none last:border-b">
      {done ? (
        <>
          <h3 className="pt-4 font-sans text-base font-medium">{title}</h3>
          <div className="max-w-measure animate-appear pt-1 pb-5">{done}</div>
        </>
      ) : (
        <>
          <h3 className="font-sans text-base font-medium">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={id}
              aria-describedby={`${id}-hint`}
              className="flex min-h-14 w-full items-center justify-between gap-7 py-2.5 text-left font-medium underline-offset-4 hover:underline"
              onClick={() => setOpen(!isOpen)}
            >
              {title}
              <ChevronDown
                aria-hidden="true"
                strokeWidth={1.5}
                className={joinClasses(
                  'size-5 flex-none text-ink-soft transition-transform',
                  isOpen && 'rotate-180',
                )}
              />
            </button>
          </h3>
          <p id={`${id}-hint`} className="-mt-2.5 max-w-measure pr-12 pb-3.5 text-small text-ink-soft">
            {hint}
          </p>
          <div
            id={id}
            hidden={!isOpen}
            className="grid max-w-140 animate-appear gap-4 pt-1 pb-6 [&[hidden]]:hidden"
          >
            {children}
          </div>
        </>
      )}
    </li>
  );
}

/** The button that was pressed disappears, so the focus moves to what takes its place, and not to the top of the page. */
export function useFocusOnChange<Element extends HTMLElement>(isDone: boolean) {
  const target = useRef<Element>(null);
  const was = useRef(isDone);
  useEffect(() => {
    if (was.current !== isDone) target.current?.focus({ preventScroll: true });
    was.current = isDone;
  }, [isDone]);
  return target;
}

/** Says that something is in effect now, and announces it. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex items-start gap-2.5">
      <CircleCheck aria-hidden="true" className="mt-1 size-5 flex-none text-sage" strokeWidth={1.5} />
      <span>{children}</span>
    </p>
  );
}

/** Why something was not done; its place is always reserved. */
export function Failure({ children }: { children: string | undefined }) {
  return (
    <p role="alert" className="text-small font-medium text-rose empty:hidden">
      {children}
    </p>
  );
}
