import { useLayoutEffect, useSyncExternalStore } from 'react';
import { toasts } from './toast.ts';

/** The best place first; their styles are in `toasts.css`. */
const places = ['below-bar', 'top', 'foot'] as const;

const controls = 'h1,a[href],button,label,input,select,textarea,summary,[tabindex="0"]';

type Area = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/**
 * Places each toast where it covers no title, link, button, choice or field, or as few of them as possible, but rather all of them
 * than the one that has the focus; and again when the page below it changes. Render it once.
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
    const onFocus = () => settle(toaster);
    document.addEventListener('focusin', onFocus);
    settle(toaster);
    return () => {
      sizes.disconnect();
      document.removeEventListener('focusin', onFocus);
    };
  }, [openId]);
  return null;
}

function settle(toaster: HTMLElement): void {
  const [areas, focused] = [controlAreas(), focusedAreas()];
  const weigh = () => countCovered(toaster, areas) + areas.length * countCovered(toaster, focused);
  const present = toaster.dataset.place;
  if (present && weigh() === 0) return;
  const covered = places.map((place) => {
    toaster.dataset.place = place;
    return weigh();
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

/** Where the focus is, and what is said about it, such as its error. */
function focusedAreas(): Area[] {
  const focused = document.activeElement;
  if (!focused?.matches(controls) || focused.closest('.toaster')) return [];
  const ids = focused.getAttribute('aria-describedby')?.split(' ') ?? [];
  const notes = ids.flatMap((id) => document.getElementById(id) ?? []);
  return [focused, ...notes].map((element) => element.getBoundingClientRect());
}

function countCovered(toaster: HTMLElement, areas: readonly Area[]): number {
  const lies = toaster.getBoundingClientRect();
  return areas.filter((area) => doOverlap(area, lies)).length;
}

function doOverlap(one: Area, other: Area): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
