/**
 * A font may omit where a mark attaches to a base (a null offset in OpenType's mark attachment); fontkit 2.0.4 throws
 * a TypeError there. With this fix the mark stays where the font drew it, as in other shapers.
 */
import type { Font } from 'fontkit';

const method = 'applyAnchor';
const mended = new WeakSet<object>();

export function mendShaper(font: Font): void {
  const processor = read(read(read(font, '_layoutEngine'), 'engine'), 'GPOSProcessor');
  const prototype: unknown = isObject(processor) ? Object.getPrototypeOf(processor) : undefined;
  const original = read(prototype, method);
  if (!isObject(prototype) || typeof original !== 'function' || mended.has(prototype)) return;
  mended.add(prototype);
  Reflect.set(prototype, method, function attach(this: unknown, mark: unknown, base: unknown, at: number) {
    if (isObject(base) && isObject(read(mark, 'markAnchor'))) Reflect.apply(original, this, [mark, base, at]);
  });
}

function read(holder: unknown, name: string): unknown {
  return isObject(holder) ? Reflect.get(holder, name) : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
