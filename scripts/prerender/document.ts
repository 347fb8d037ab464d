import type { Manifest } from 'vite';
import { type PublicPath, placeholderOrigin } from '../../shared/pages.ts';
import type { PrerenderedPage } from '../../web/prerender.tsx';

/** Signed-in people see their dashboard instead of the first, and figures from their own account on the second. */
const takenOver: readonly PublicPath[] = ['/', '/how-we-keep-it'];

/**
 * Builds the document of a public page from the one that Vite built for the app. The fonts stay. On pages that the app
 * replaces for signed-in people, its scripts and styles are kept in a template.
 * @param styles the URL of the stylesheet of the public pages
 */
export function makeDocument(shell: string, page: PrerenderedPage, styles: string): string {
  const appTags =
    shell.match(
      /[ \t]*<(script type="module"|link rel="modulepreload"|link rel="stylesheet")[^>]*>(<\/script>)?\n?/g,
    ) ?? [];
  if (!appTags.some((tag) => tag.includes('<script')))
    throw new Error('The document of the app loads no script');
  const bare = appTags.reduce((rest, tag) => rest.replace(tag, ''), shell);
  const arrival = takenOver.includes(page.path) ? arrivalTags(appTags) : '';
  return [
    [/<title>.*<\/title>/s, `<title>${escapeText(page.title)}</title>`],
    [/<meta\s+name="description"[^>]*>/s, headTags(page)],
    [/<noscript>.*<\/noscript>\s*/s, ''],
    [/<div id="root"><\/div>/, `<div id="root">${page.body}</div>`],
    [
      /[ \t]*<\/head>/,
      `    <link id="page-styles" rel="stylesheet" crossorigin href="${styles}">\n  </head>`,
    ],
    // Before the script that looks for it, which itself precedes the styles so as not to wait for them.
    [/[ \t]*(?=<script id="react-aria-pressable-style")/, `${arrival}    `],
  ].reduce((document, [pattern, text]) => replaceOnce(document, pattern as RegExp, text as string), bare);
}

const scriptTags = /[ \t]*<(script type="module"|link rel="modulepreload")[^>]*>(<\/script>)?\n?/g;

/** The document of the app with the scripts of the recipient's page in place of its own. */
export function makeReceivedDocument(shell: string, manifest: Manifest): string {
  const entry = 'received.tsx';
  const [script, ...imported] = filesOf(manifest, entry);
  if (!script) throw new Error(`The build has no ${entry}`);
  const tags = [
    `<script type="module" crossorigin src="/${script}"></script>`,
    ...imported.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ];
  const bare = shell.replace(scriptTags, '');
  return replaceOnce(bare, /[ \t]*<\/head>/, `    ${tags.join('\n    ')}\n  </head>`);
}

/** The script of a chunk, then everything that it imports statically. */
function filesOf(manifest: Manifest, entry: string): string[] {
  const chunks = new Set([entry]);
  for (const each of chunks) for (const next of manifest[each]?.imports ?? []) chunks.add(next);
  return [...chunks].flatMap((each) => manifest[each]?.file ?? []);
}

function arrivalTags(appTags: string[]): string {
  const [, entry] = appTags.join('').match(/<script[^>]* src="([^"]+)"/) ?? [];
  const early = `    <link rel="modulepreload" crossorigin href="${entry}">\n`; // It starts only after the styles.
  return `    <template id="app">\n${early}${appTags.join('')}    </template>\n`;
}

function headTags({ path, title, description }: PrerenderedPage): string {
  const address = `${placeholderOrigin}${path}`;
  const openGraph = {
    'og:type': 'website',
    'og:site_name': 'Long After',
    'og:title': title,
    'og:description': description,
    'og:url': address,
    'og:image': `${placeholderOrigin}/open-graph.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'Long After. What you want them to have, long after.',
  };
  return [
    `<meta name="description" content="${escapeText(description)}">`,
    `<link rel="canonical" href="${address}">`,
    ...Object.entries(openGraph).map(
      ([name, value]) => `<meta property="${name}" content="${escapeText(value)}">`,
    ),
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('\n    ');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function replaceOnce(document: string, pattern: RegExp, text: string): string {
  if (!pattern.test(document)) throw new Error(`The document of the app has no ${pattern}`);
  return document.replace(pattern, () => text);
}
