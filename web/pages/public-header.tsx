import { ButtonLink } from '../ui/button-link.tsx';
import { Link } from '../ui/link.tsx';
import { Column } from './column.tsx';

export function PublicHeader() {
  return (
    <Column
      as="header"
      className="flex items-center justify-between gap-x-3 pt-[calc(1rem+env(safe-area-inset-top))] pb-3"
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
        className="flex items-center gap-x-2 min-[24rem]:gap-x-5 md:gap-x-6"
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
