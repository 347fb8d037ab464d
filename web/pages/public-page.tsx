import type { ReactNode } from 'react';
import type { PublicPath } from '../../shared/pages.ts';
import { reportPath } from '../../shared/report-link.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { Link } from '../ui/link.tsx';
import { SupportLink } from '../ui/support-link.tsx';
import { pageTitles } from './page-heads.ts';
import { Column } from './page-parts.tsx';

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

function PublicHeader() {
  return (
    <Column
      as="header"
      className="flex flex-wrap items-center justify-between gap-x-3 pt-[calc(1rem+env(safe-area-inset-top))] pb-3"
    >
      <Link
        href="/"
        variant="plain"
        className="inline-flex min-h-11 items-center font-serif text-[1.375rem] leading-none font-medium tracking-[-0.01em] whitespace-nowrap min-[24rem]:text-[1.5625rem]"
      >
        Long After
      </Link>
      <nav
        aria-label="Account"
        data-print="hidden"
        className="flex flex-wrap items-center gap-x-2 min-[24rem]:gap-x-5 md:gap-x-6"
      >
        <Link
          href="/faq"
          variant="plain"
          className="inline-flex min-h-11 items-center text-[1.0625rem] text-ink-soft hover:text-ink max-md:hidden"
        >
          Questions
        </Link>
        <span className="contents in-data-signed-in:hidden">
          <ButtonLink href="/auth?mode=signin" variant="text" className="whitespace-nowrap">
            Sign In
          </ButtonLink>
          <ButtonLink
            href="/auth?mode=signup"
            size="small"
            className="whitespace-nowrap max-md:px-3.5 md:min-h-12 md:px-6"
          >
            Get Started
          </ButtonLink>
        </span>
        <span className="hidden in-data-signed-in:contents">
          <ButtonLink href="/" size="small" className="whitespace-nowrap max-md:px-3.5 md:min-h-12 md:px-6">
            Back to Dashboard
          </ButtonLink>
        </span>
      </nav>
    </Column>
  );
}

const links = [
  { href: '/faq', label: 'Questions' },
  { href: '/how-we-keep-it', label: 'How we keep it' },
  { href: '/terms-of-service', label: 'Terms' },
  { href: '/privacy-policy', label: 'Privacy' },
  { href: reportPath, label: 'Report a death' },
];

function PublicFooter() {
  return (
    <footer data-print="hidden" className="pb-[calc(2.5rem+env(safe-area-inset-bottom))]">
      <Column>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-line pt-7 text-small text-ink-soft">
          <span className="font-serif text-lead text-ink">Long After</span>
          <p>
            Help: <SupportLink />
          </p>
          <nav aria-label="About" className="flex flex-wrap gap-x-6">
            {links.map(({ href, label }) => (
              <Link
                key={href}
                href={href}
                variant="plain"
                className="inline-flex min-h-11 items-center hover:text-ink hover:underline hover:underline-offset-4"
              >
                {label}
              </Link>
            ))}
          </nav>
        </div>
      </Column>
    </footer>
  );
}
