import { lazyComponent } from '../lib/lazy.ts';

const pages = {
  faq: lazyComponent(async () => (await import('../pages/faq-page.tsx')).FaqPage),
  'how-we-keep-it': lazyComponent(
    async () => (await import('./how-we-keep-it/own-page.tsx')).OwnHowWeKeepItPage,
  ),
  'terms-of-service': lazyComponent(async () => (await import('../pages/terms-page.tsx')).TermsPage),
  'privacy-policy': lazyComponent(async () => (await import('../pages/privacy-page.tsx')).PrivacyPage),
};

/** The prerendered pages except the landing page, for people who reach them from within the app. */
export function PublicTexts({ of }: { of: string }) {
  const Page = pages[of as keyof typeof pages];
  return <Page key={of} />;
}
