import { useEffect, useRef } from 'react';

/** Focuses a new step of the page, from its top, so that screen readers continue there. */
export function useArrivalFocus<Element extends HTMLElement>(fromTop = true) {
  const target = useRef<Element>(null);
  useEffect(() => {
    if (fromTop) window.scrollTo(0, 0);
    target.current?.focus({ preventScroll: true });
  }, [fromTop]);
  return target;
}
