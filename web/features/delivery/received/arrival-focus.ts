import { useEffect, useRef } from 'react';

/** Focuses a new step of the page, so that screen readers continue there. */
export function useArrivalFocus<Element extends HTMLElement>() {
  const target = useRef<Element>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    target.current?.focus({ preventScroll: true });
  }, []);
  return target;
}
