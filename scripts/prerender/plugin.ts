import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Manifest, type Plugin, type ResolvedConfig, runnerImport } from 'vite';
import type { PrerenderedPage } from '../../web/prerender.tsx';
import { compressTexts } from './compress.ts';
import { makeDocument, makeReceivedDocument } from './document.ts';
import { keepStylesOf } from './page-styles.ts';
import { drawPictures } from './pictures.ts';
import { makeRobotsTxt, makeSitemap } from './site-files.ts';

/**
 * After the build of the app: writes the public pages as documents that work without JavaScript, renders their
 * pictures and compresses all text files.
 */
export function prerenderPublicPages(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'prerender-public-pages',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    async closeBundle(error?: Error) {
      if (error) return;
      const webFolder = resolve(config.root, config.build.outDir);
      await writePages(config.root, webFolder);
      writeReceived(webFolder);
      writeOfflineWorker(webFolder);
      await drawPictures(webFolder);
      compressTexts(webFolder);
    },
  };
}

/** Writes into a hidden folder, because the server inserts its own URL before serving them. */
async function writePages(root: string, webFolder: string): Promise<void> {
  const pagesFolder = join(webFolder, '.pages');
  const shell = readFileSync(join(webFolder, 'index.html'), 'utf8');
  const { module } = await runnerImport<typeof import('../../web/prerender.tsx')>(
    join(root, 'prerender.tsx'),
  );
  rmSync(pagesFolder, { recursive: true, force: true });
  mkdirSync(pagesFolder);
  const pages = module.prerender();
  const styles = writeStyles(webFolder, shell, pages);
  for (const page of pages) {
    const name = page.path === '/' ? 'index' : page.path.slice(1);
    writeFileSync(join(pagesFolder, `${name}.html`), makeDocument(shell, page, styles));
  }
  writeFileSync(join(pagesFolder, 'robots.txt'), makeRobotsTxt());
  writeFileSync(join(pagesFolder, 'sitemap.xml'), makeSitemap());
}

/** The recipient's page has its own document, which loads less than the app. */
function writeReceived(webFolder: string): void {
  const read = (name: string) => readFileSync(join(webFolder, name), 'utf8');
  const manifest = JSON.parse(read('.vite/manifest.json')) as Manifest;
  writeFileSync(join(webFolder, 'received.html'), makeReceivedDocument(read('index.html'), manifest));
}

/** The worker caches the fonts that the app's document preloads. */
function writeOfflineWorker(webFolder: string): void {
  const path = join(webFolder, 'offline-worker.js');
  const shell = readFileSync(join(webFolder, 'index.html'), 'utf8');
  const worker = readFileSync(path, 'utf8').replace(/\/assets\/([\w-]+)\.woff2/g, (_, name) => {
    const [, url] = shell.match(new RegExp(`href="(/assets/${name}-[\\w-]+\\.woff2)"`)) ?? [];
    if (!url) throw new Error(`The document of the app does not preload ${name}`);
    return url;
  });
  writeFileSync(path, worker);
}

/** Writes the stylesheet that the pages share, and returns its URL. */
function writeStyles(webFolder: string, shell: string, pages: PrerenderedPage[]): string {
  const [, ofApp] = shell.match(/<link rel="stylesheet"[^>]*href="\/([^"]+)"/) ?? [];
  if (!ofApp) throw new Error('The document of the app has no stylesheet');
  const css = keepStylesOf(
    pages.map(({ body }) => body),
    readFileSync(join(webFolder, ofApp), 'utf8'),
  );
  const hash = createHash('sha256').update(css).digest('base64url').slice(0, 8);
  const path = `assets/pages-${hash}.css`;
  writeFileSync(join(webFolder, path), css);
  return `/${path}`;
}
