/**
 * Takes somebody whose form was refused to what is missing: gives it the focus and scrolls to it smoothly. For half a second no press
 * counts, because the second half of a double click would land on whatever has moved under the pointer. Keys count.
 */
export function goToFault(fault: HTMLElement | null | undefined): void {
  if (!fault) return;
  ignorePresses();
  fault.focus({ preventScroll: true });
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  fault.scrollIntoView({ block: 'nearest', behavior: isStill ? 'auto' : 'smooth' });
}

/** For half a second, after a form was refused. */
export function ignorePresses(): void {
  const { style } = document.body;
  const signal = AbortSignal.timeout(500);
  style.pointerEvents = 'none';
  signal.onabort = () => {
    style.pointerEvents = '';
  };
  for (const press of ['pointerdown', 'mousedown'])
    addEventListener(press, ignore, { capture: true, signal });
}

/** Beside the page's body a press would still take the focus, and close a dialog. */
function ignore(event: Event) {
  event.preventDefault();
  event.stopPropagation();
}
