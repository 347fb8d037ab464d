import type { ReactNode } from 'react';
import type { PublicPath } from '../../shared/pages.ts';
import { pageTitles } from './page-heads.ts';
import { PublicFooter } from './public-footer.tsx';
import { PublicHeader } from './public-header.tsx';

/** The frame of a public page. */
export function PublicPage({ path, children }: { path: PublicPath; children: ReactNode }) {
  return (
    <>
      <title>{pageTitles[path]}</title>
      <PublicHeader />
      {children}
      <PublicFooter />
    </>
  );
}
