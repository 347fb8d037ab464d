import { useEffect, useRef } from 'react';
import { goToFault } from './faults.ts';

// Separate from the other focus helpers: this is part of the forms, and a page without a form need not load it.

/** The inputs of a group that answer one question have their error in common. */
const faulty = '[aria-invalid="true"], [data-fault], [data-refused] input';

/**
 * The first invalid field of the element of this ref takes the focus after an attempt that was refused.
 * @param refused what the latest one met, or a count of them; nothing without one
 */
export function useFirstFault<Element extends HTMLElement>(refused: unknown) {
  const form = useRef<Element>(null);
  useEffect(() => {
    if (refused) goToFault(form.current?.querySelector<HTMLElement>(faulty));
  }, [refused]);
  return form;
}
