import { Link } from '../ui/link.tsx';

/** `hasLogo`: show the logo before the name on phones, where there is room for it. */
export function Brand({ hasLogo = false }: { hasLogo?: boolean }) {
  return (
    <Link
      href="/"
      variant="plain"
      className="inline-flex min-h-11 items-center gap-2.5 font-serif text-[1.5625rem] leading-none font-medium tracking-[-0.01em]"
    >
      {hasLogo && (
        <img src="/favicon.svg" alt="" width={32} height={32} className="max-[22rem]:hidden md:hidden" />
      )}
      Long After
    </Link>
  );
}
