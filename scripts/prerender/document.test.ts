import { describe, expect, test } from 'vitest';
import type { PublicPath } from '../../shared/pages.ts';
import { makeDocument, makeReceivedDocument } from './document.ts';

const shell = `<!doctype html>
<html lang="en">
  <head>
    <meta
      name="description"
      content="The app"
    />
    <title>Long After</title>
    <script id="react-aria-pressable-style" src="/before-paint.js"></script>
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/runtime-1.js">
    <link rel="stylesheet" crossorigin href="/assets/index-1.css">
  </head>
  <body>
    <div id="root"></div>
    <noscript>Needs JavaScript.</noscript>
  </body>
</html>
`;

function pageAt(path: PublicPath) {
  return { path, title: 'Letters & more', description: 'Say "yes"', body: '<h1>Hello $1</h1>' };
}

const documentOf = (path: PublicPath) => makeDocument(shell, pageAt(path), '/assets/pages-1.css');

describe('makeDocument', () => {
  test('the page replaces the empty root, verbatim', () => {
    const document = documentOf('/faq');
    expect(document).toContain('<div id="root"><h1>Hello $1</h1></div>');
    expect(document).not.toContain('noscript');
  });

  test('the head describes the page, with its texts escaped', () => {
    const document = documentOf('/faq');
    expect(document).toContain('<title>Letters &amp; more</title>');
    expect(document).toContain('<meta name="description" content="Say &quot;yes&quot;">');
    expect(document).not.toContain('The app');
    expect(document).toContain('<link rel="canonical" href="https://long-after.invalid/faq">');
    expect(document).toContain('<meta property="og:url" content="https://long-after.invalid/faq">');
    expect(document).toContain(
      '<meta property="og:image" content="https://long-after.invalid/open-graph.png">',
    );
  });

  test('has the styles of the pages, and none of the scripts and styles of the app', () => {
    const document = documentOf('/faq');
    expect(document).toContain('pages-1.css');
    expect(document).toContain('before-paint.js');
    expect(document).not.toMatch(/index-1|runtime-1\.js|<template/);
  });

  test.each(['/', '/how-we-keep-it'] as const)(
    'keeps the scripts and styles of the app in a template on %s, before the script that looks for it',
    (path) => {
      const document = documentOf(path);
      const [before = '', template = '', after = ''] = document.split(/<\/?template[^>]*>/);
      expect(template).toContain('index-1.js');
      expect(template).toContain('runtime-1.js');
      expect(template).toContain('index-1.css');
      expect(before).not.toContain('<script');
      expect(after).toContain('before-paint.js');
      expect(after).not.toMatch(/index-1|runtime-1\.js/);
    },
  );

  test('refuses an app document with an unexpected structure', () => {
    expect(() =>
      makeDocument(shell.replace('<div id="root"></div>', '<main></main>'), pageAt('/'), ''),
    ).toThrow('has no');
    expect(() => makeDocument(shell.replaceAll('module', 'text'), pageAt('/'), '')).toThrow(
      'loads no script',
    );
  });
});

describe('makeReceivedDocument', () => {
  const manifest = {
    'received.tsx': { file: 'assets/received-1.js', imports: ['_react.js'] },
    '_react.js': { file: 'assets/react-1.js', imports: ['_runtime.js'] },
    '_runtime.js': { file: 'assets/runtime-2.js' },
  };

  test('loads its entry and all that this imports, in the styles of the app, and none of the app’s scripts', () => {
    const document = makeReceivedDocument(shell, manifest);
    expect(document.match(/(src|href)="\/assets\/[^"]+"/g)).toEqual([
      'href="/assets/index-1.css"',
      'src="/assets/received-1.js"',
      'href="/assets/react-1.js"',
      'href="/assets/runtime-2.js"',
    ]);
    expect(document).toContain('before-paint.js');
    expect(document).toContain('<div id="root"></div>');
  });

  test('refuses a build without it', () => {
    expect(() => makeReceivedDocument(shell, {})).toThrow('has no received.tsx');
  });
});
