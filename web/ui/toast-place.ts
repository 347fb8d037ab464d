import { useLayoutEffect, useSyncExternalStore } from 'react';
import { toasts } from './toast.ts';

/** The best place first; their styles are in `toasts.css`. */
const places = ['below-bar', 'top', 'foot'] as const;

const controls = 'h1,a[href],button,label,input,select,textarea,summary,[tabindex="0"]';

type Area = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/**
 * Places each toast where it covers no title, link, button, choice or field, or as few of them as possible,
 * and again when the page below it changes. Render it once.
 */
export function ToastPlace() {
  const all = useSyncExternalStore(toasts.subscribe, toasts.list, toasts.list);
  const openId = all.find((toast) => toast.isOpen)?.id;
  useLayoutEffect(() => {
    const toaster = document.querySelector<HTMLElement>('.toaster');
    if (!toaster || openId === undefined) return;
    delete toaster.dataset.place;
    const sizes = new ResizeObserver(() => settle(toaster));
    sizes.observe(document.body);
    // Its card may still be loading.
    sizes.observe(toaster);
    settle(toaster);
    return () => sizes.disconnect();
  }, [openId]);
  return null;
}

function settle(toaster: HTMLElement): void {
  const areas = controlAreas();
  const present = toaster.dataset.place;
  if (present && countCovered(toaster, areas) === 0) return;
  const covered = places.map((place) => {
    toaster.dataset.place = place;
    return countCovered(toaster, areas);
  });
  toaster.dataset.place = places[covered.indexOf(Math.min(...covered))];
}

/** In an open dialog, only its own controls count; the rest of the page cannot be reached. */
function controlAreas(): Area[] {
  const dialogs = document.querySelectorAll('section[role="dialog"],section[role="alertdialog"]');
  const scope = [...dialogs].at(-1) ?? document;
  return [...scope.querySelectorAll(controls)]
    .filter((control) => !control.closest('.toaster'))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1);
}

function countCovered(toaster: HTMLElement, areas: readonly Area[]): number {
  const lies = toaster.getBoundingClientRect();
  return areas.filter((area) => doOverlap(area, lies)).length;
}

function doOverlap(one: Area, other: Area): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
