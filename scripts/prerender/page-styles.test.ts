import { expect, test } from 'vitest';
import { keepStylesOf } from './page-styles.ts';

const pages = ['<p class="note">', '<a class="md:px-6 &lt;b&gt;">'];
const keep = (css: string) => keepStylesOf(pages, css);

test.each([
  '.note{color:red}',
  '.other,.note{color:red}',
  '.note:hover{color:red}',
  'p{color:red}',
  ':where([data-app]) .note{color:red}',
  ':is(:where(.note):hover *){color:red}',
  ':not(.other){color:red}',
  '.\\<b\\>{color:red}',
])('keeps what may apply to one of the pages: %s', (css) => expect(keep(css)).toBe(css));

test.each(['.other{color:red}', '.note .other{color:red}', ':is(:where(.other):hover *){color:red}'])(
  'leaves out what is for a class that none of them has: %s',
  (css) => expect(keep(css)).toBe(''),
);

test('looks into layers and media queries, and keeps what has no selector', () => {
  const css = keep(
    '@layer a{@media (width>=48rem){.md\\:px-6{color:red}.other{color:red}}}@font-face{font-family:A;src:url(a.woff2)}:root{--a:1px}',
  );
  expect(css).toContain('.md\\:px-6{');
  expect(css).not.toContain('other');
  expect(css).toContain('@font-face');
  expect(css).toContain('--a:1px');
});
