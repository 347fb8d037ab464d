import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { projectOf } from '../../test/project-folder.ts';
import { checkWebBudgets } from './web-budgets.mjs';

const manifest = {
  'index.html': {
    file: 'assets/index.js',
    isEntry: true,
    imports: ['_ui.js'],
    dynamicImports: [
      'app/shell.tsx',
      'features/accounts/auth/auth-page.tsx',
      'features/accounts/auth/reset-page.tsx',
    ],
  },
  '_ui.js': { file: 'assets/ui.js' },
  'app/shell.tsx': {
    file: 'assets/shell.js',
    isDynamicEntry: true,
    imports: ['index.html'],
    dynamicImports: ['features/home/dashboard/dashboard-page.tsx'],
  },
  'features/accounts/auth/auth-page.tsx': {
    file: 'assets/auth.js',
    isDynamicEntry: true,
    imports: ['_ui.js'],
  },
  'features/home/dashboard/dashboard-page.tsx': {
    file: 'assets/dashboard.js',
    isDynamicEntry: true,
    imports: ['_ui.js', '_cards.js'],
  },
  '_cards.js': { file: 'assets/cards.js', dynamicImports: ['features/player.tsx'] },
  'received.tsx': { file: 'assets/received.js', isEntry: true, imports: ['_ui.js'] },
  'features/accounts/auth/reset-page.tsx': {
    file: 'assets/reset.js',
    isDynamicEntry: true,
    imports: ['_ui.js'],
  },
  'features/player.tsx': { file: 'assets/player.js', isDynamicEntry: true },
};

/** The verdict on a build whose scripts have the given sizes; gzip does not make random bytes smaller. */
function verdictOn(kilobytes: Record<string, number>) {
  const names = ['index', 'ui', 'shell', 'auth', 'reset', 'dashboard', 'cards', 'player', 'received', 'menu'];
  const scripts = names.map((name) => [`assets/${name}.js`, randomBytes((kilobytes[name] ?? 1) * 1000)]);
  return checkWebBudgets(
    projectOf({
      '.vite/manifest.json': JSON.stringify(manifest),
      '.pages/faq.html':
        '<template><script src="/assets/index.js"></script></template><script src="/assets/menu.js"></script>',
      ...Object.fromEntries(scripts),
    }),
  );
}

test('a build within the budgets passes', () => {
  expect(verdictOn({ index: 60, ui: 20, dashboard: 40, player: 100 }).faults).toEqual([]);
});

test('the dashboard counts with everything on the way to it, once, and without what loads later', () => {
  const { faults } = verdictOn({ index: 60, ui: 20, shell: 40, dashboard: 40, cards: 20, player: 200 });
  expect(faults).toEqual([
    expect.stringMatching(/^signed-in dashboard .* loads 18\d\.\d kB of JavaScript, more than 135 kB$/),
  ]);
});

test('the public page counts with the entry', () => {
  expect(verdictOn({ index: 60, ui: 20, reset: 30 }).faults).toEqual([
    expect.stringMatching(/^public pages .*more than 90 kB$/),
  ]);
});

test('sign-in and the recipient’s page have budgets of their own', () => {
  expect(verdictOn({ ui: 50, index: 30, auth: 9.5, received: 31 }).faults).toEqual([
    expect.stringMatching(/^recipient’s page .*more than 80 kB$/),
    expect.stringMatching(/^sign-in .*more than 85 kB$/),
  ]);
});

test('a prerendered page counts with the scripts that it names, and without those in its template', () => {
  expect(verdictOn({ index: 60, menu: 6 }).faults).toEqual([
    'prerendered pages (faq.html) loads 6.0 kB of JavaScript, more than 5 kB',
  ]);
});

test('no chunk may be over 250 kB, wherever it is loaded', () => {
  expect(verdictOn({ player: 270 }).faults).toEqual([
    expect.stringMatching(/^assets\/player\.js has .*more than 250 kB$/),
  ]);
});

test('a page that is not found is a fault, not a pass', () => {
  const build = projectOf({
    '.vite/manifest.json': '{"index.html":{"file":"a.js","isEntry":true}}',
    'a.js': '',
  });
  expect(checkWebBudgets(build).faults).toEqual([
    'no chunk was found for: recipient’s page',
    'no chunk was found for: sign-in',
    'no chunk was found for: public pages',
    'no chunk was found for: signed-in dashboard',
  ]);
});

test('a missing build is a fault', () => {
  expect(checkWebBudgets(projectOf({})).faults).toEqual([expect.stringContaining('the web is not built')]);
});
