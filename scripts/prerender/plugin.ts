import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import { runnerImport } from 'vite';
import { compressTexts } from './compress.ts';
import { makeDocument } from './document.ts';
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
      await drawPictures(webFolder);
      compressTexts(webFolder);
    },
  };
}

/** Into a hidden folder, because the server inserts its URL before serving them. */
async function writePages(root: string, webFolder: string): Promise<void> {
  const pagesFolder = join(webFolder, '.pages');
  const shell = readFileSync(join(webFolder, 'index.html'), 'utf8');
  const { module } = await runnerImport<typeof import('../../web/prerender.tsx')>(
    join(root, 'prerender.tsx'),
  );
  rmSync(pagesFolder, { recursive: true, force: true });
  mkdirSync(pagesFolder);
  for (const page of module.prerender()) {
    const name = page.path === '/' ? 'index' : page.path.slice(1);
    writeFileSync(join(pagesFolder, `${name}.html`), makeDocument(shell, page));
  }
  writeFileSync(join(pagesFolder, 'robots.txt'), makeRobotsTxt());
  writeFileSync(join(pagesFolder, 'sitemap.xml'), makeSitemap());
}
