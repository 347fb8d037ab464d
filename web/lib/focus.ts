import { useEffect, useRef } from 'react';

/**
 * Restores the focus when content returns after a form or step that replaced it, because the button that had
 * the focus is gone. The focus goes to the element with this ref, which needs `tabIndex={-1}`.
 */
export function useFocusOnReturn<Element extends HTMLElement = HTMLDivElement>(isHome: boolean) {
  const home = useRef<Element>(null);
  const wasHome = useRef(true);
  useEffect(() => {
    if (isHome && !wasHome.current) home.current?.focus();
    wasHome.current = isHome;
  }, [isHome]);
  return home;
}

/** How many frames a dialog may take to close, and a list to remove a deleted item. */
const mostFrames = 90;

/**
 * Remembers which item of the list has the focus. Call the returned function once that item has been deleted:
 * if the focus was lost with it, it moves to the next item, or to the page, instead of back to the top.
 */
export function rememberFocus(): () => void {
  const item = document.activeElement?.closest('li');
  const list = item?.parentElement;
  const index = item && list ? [...list.children].indexOf(item) : -1;

  function moveOn(framesLeft: number): void {
    if (framesLeft === 0) return;
    if (document.activeElement !== document.body) {
      requestAnimationFrame(() => moveOn(framesLeft - 1));
      return;
    }
    const next = list?.isConnected ? (list.children[index] ?? list.lastElementChild) : null;
    const target = next?.querySelector<HTMLElement>('a:not([tabindex="-1"]), button');
    (target ?? document.getElementById('main'))?.focus();
  }

  return () => moveOn(mostFrames);
}
