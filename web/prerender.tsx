import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type PublicPath, publicPages } from '../shared/pages.ts';
import { FaqPage } from './pages/faq-page.tsx';
import { HowWeKeepItPage } from './pages/how-we-keep-it-page.tsx';
import { LandingPage } from './pages/landing-page.tsx';
import { pageDescriptions, pageTitles } from './pages/page-heads.ts';
import { PrivacyPage } from './pages/privacy-page.tsx';
import { TermsPage } from './pages/terms-page.tsx';

export interface PrerenderedPage {
  path: PublicPath;
  title: string;
  description: string;
  body: string;
}

/** Renders every public page to static markup. Run by the build. */
export function prerender(): PrerenderedPage[] {
  return publicPages.map((path) => {
    const Page = publicPageComponents[path];
    // The class hides the page when the app is about to replace it: see public/before-paint.js.
    const markup = renderToStaticMarkup(
      <div className="in-data-app:hidden">
        <Page />
      </div>,
    );
    return {
      path,
      title: pageTitles[path],
      description: pageDescriptions[path],
      body: withoutTitle(markup),
    };
  });
}

/** React renders the title first, but the head already has it. */
function withoutTitle(markup: string): string {
  const body = markup.replace(/^<title>[^<]*<\/title>/, '');
  if (body === markup) throw new Error('The markup does not begin with a title');
  return body;
}

const publicPageComponents: Readonly<Record<PublicPath, ComponentType>> = {
  '/': LandingPage,
  '/faq': FaqPage,
  '/how-we-keep-it': HowWeKeepItPage,
  '/terms-of-service': TermsPage,
  '/privacy-policy': PrivacyPage,
};
