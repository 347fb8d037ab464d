import { renderToStaticMarkup } from 'react-dom/server';
import type { PublicPath } from '../shared/pages.ts';
import { publicPages } from '../shared/pages.ts';
import type { PageHead } from './pages/page-heads.ts';
import { pageHeads } from './pages/page-heads.ts';
import { publicPageComponents } from './pages/public-pages.tsx';

export interface PrerenderedPage extends PageHead {
  path: PublicPath;
  /** The markup of the body. */
  body: string;
}

/** Every public page as it reads without scripts. Run once, by the build. */
export function prerender(): PrerenderedPage[] {
  return publicPages.map((path) => {
    const Page = publicPageComponents[path];
    // The class hides the page where the app is about to take its place: see public/before-paint.js.
    const markup = renderToStaticMarkup(
      <div className="in-data-app:hidden">
        <Page />
      </div>,
    );
    return { ...pageHeads[path], path, body: withoutTitle(markup) };
  });
}

/** React writes the title ahead of all else; the head has it already. */
function withoutTitle(markup: string): string {
  const body = markup.replace(/^<title>[^<]*<\/title>/, '');
  if (body === markup) throw new Error('The markup does not begin with a title');
  return body;
}
