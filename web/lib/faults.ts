/**
 * Takes somebody whose form was refused to the field at fault: focuses it and scrolls to it smoothly. Clicks are ignored for
 * half a second, because the second half of a double click would land on whatever has moved under the pointer. Keys still work.
 */
export function goToFault(fault: HTMLElement | null | undefined): void {
  if (!fault) return;
  ignorePresses();
  fault.focus({ preventScroll: true });
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  fault.scrollIntoView({ block: 'nearest', behavior: isStill ? 'auto' : 'smooth' });
}

/** Ignores clicks for half a second, after a form was refused. */
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

/** A press that lands outside the body would still take the focus, and close a dialog. */
function ignore(event: Event) {
  event.preventDefault();
  event.stopPropagation();
}
