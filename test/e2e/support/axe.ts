import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const themes = ['light', 'dark'] as const;
const widths = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** Fails for each fault that axe finds on the page as it stands, in both themes, on a phone and on a desk. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  for (const viewport of widths) {
    await page.setViewportSize(viewport);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await untilPainted(page, colorScheme);
      const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
      const faults = violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
      );
      expect.soft(faults, `${screen}, ${colorScheme}, ${viewport.width} px`).toEqual([]);
    }
  }
}

/** The new theme reaches the page a moment later; looked at before, one part would be dark and another light. */
async function untilPainted(page: Page, colorScheme: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => window.matchMedia(`(prefers-color-scheme: ${wanted})`).matches,
    colorScheme,
  );
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((resume) => requestAnimationFrame(resume));
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  });
}
