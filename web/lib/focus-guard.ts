import { useEffect } from 'react';

/** How many frames a dialog may take to return the focus, and a list to be read again. */
const patienceFrames = 12;

/** The control of a row in a list comes before its checkbox. */
const ofRow = '[data-row]';

const focusable =
  'a[href]:not([tabindex="-1"]), button:enabled, input:enabled, select:enabled, textarea:enabled';

/** An element of the page that had the focus, and where it was: its ancestors, and in which of their children. */
interface Place {
  element: HTMLElement;
  ancestors: { parent: Element; index: number }[];
}

/**
 * When what had the focus is removed, because it was deleted or is done, the focus moves to what stands in its place
 * instead of to the top of the page. Going to another page is none of its business.
 */
export function useFocusGuard(): void {
  useEffect(() => {
    let last: Place | null = null;
    let isWaiting = false;

    function remember({ target }: FocusEvent): void {
      if (target instanceof HTMLElement && target.closest('main')) last = placeOf(target);
    }
    /** Somebody who presses where there is nothing to press wants no focus. A button that is pressed takes it afterwards. */
    function forget({ target }: PointerEvent): void {
      if (target instanceof Element && target.closest('main')) last = null;
    }
    function check(framesLeft: number): void {
      isWaiting = last !== null && isLost() && framesLeft > 0;
      if (isWaiting) requestAnimationFrame(() => check(framesLeft - 1));
      else if (last && isLost()) findNear(last)?.focus({ preventScroll: true });
    }

    const observer = new MutationObserver(() => {
      if (!isWaiting) check(patienceFrames);
    });
    const watched = { childList: true, subtree: true, attributeFilter: ['disabled'] };
    observer.observe(document.body, watched);
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', forget, true);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', forget, true);
    };
  }, []);
}

function isLost(): boolean {
  return document.activeElement === document.body;
}

function placeOf(element: HTMLElement): Place {
  const ancestors: Place['ancestors'] = [];
  for (let child: Element = element; child.parentElement && child.tagName !== 'MAIN'; ) {
    const parent: Element = child.parentElement;
    ancestors.push({ parent, index: [...parent.children].indexOf(child) });
    child = parent;
  }
  return { element, ancestors };
}

/** What can take the focus in place of the element, if the page is still the same. */
function findNear({ element, ancestors }: Place): HTMLElement | null {
  const main = ancestors.at(-1)?.parent;
  if (!(main instanceof HTMLElement) || !main.isConnected) return null;
  // What is only disabled takes the focus back once it is enabled again.
  if (element.isConnected) return element.matches(focusable) ? element : null;
  for (const { parent, index } of ancestors) {
    if (!parent.isConnected) continue;
    const near = parent.children[index] ?? parent.lastElementChild;
    if (near instanceof HTMLElement && near.matches(focusable)) return near;
    const inside = near?.querySelector<HTMLElement>(ofRow) ?? near?.querySelector<HTMLElement>(focusable);
    if (inside) return inside;
  }
  return main;
}
