import type { Page } from 'playwright-core';

/** How much a path through the pages demands of a person. */
export interface Effort {
  /** Presses on buttons, links, boxes and days, and each choice from a list. */
  presses: string[];
  /** Fields that were typed into, each once; moving to a field is not a press. */
  fields: string[];
}

/** Counts, from the next page on, what is really done in the pages of this tab, whatever the journey calls it. */
export async function countEffort(page: Page): Promise<Effort> {
  const effort: Effort = { presses: [], fields: [] };
  await page.exposeBinding('countPress', (_, name: string) => void effort.presses.push(name));
  await page.exposeBinding('countField', (_, name: string) => {
    if (!effort.fields.includes(name)) effort.fields.push(name);
  });
  await page.addInitScript(() => {
    const say = (binding: string, element: EventTarget | null) => {
      const text = element instanceof HTMLElement ? element.innerText : '';
      const field = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
      const name = field ? `${location.pathname} ${element.name || element.type}` : text.slice(0, 40);
      const call: unknown = Reflect.get(window, binding);
      if (typeof call === 'function') call(name);
    };
    addEventListener('pointerdown', ({ target }) => say('countPress', target), { capture: true });
    addEventListener(
      'change',
      ({ target }) => target instanceof HTMLSelectElement && say('countPress', target),
      {
        capture: true,
      },
    );
    addEventListener(
      'input',
      ({ target }) => {
        const isTyped = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
        if (isTyped && target.type !== 'checkbox' && target.type !== 'radio') say('countField', target);
      },
      { capture: true },
    );
  });
  return effort;
}
