import { type ComponentType, lazy } from 'react';

/** The code of a page or part could not be fetched, although the browser does not know that it is offline. */
export class LoadError extends Error {}

/**
 * A component whose code is fetched when it is first shown. Offline, it waits for a connection so that the rest of the page
 * stays; its Suspense fallback is shown meanwhile. Throws a LoadError if the server cannot be reached for another reason.
 */
export function lazyComponent<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadOnceOnline(load) }));
}

async function loadOnceOnline<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (navigator.onLine) throw new LoadError('', { cause });
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    return await loadOnceOnline(load);
  }
}
