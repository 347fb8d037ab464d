import { useLocation } from 'wouter';
import { useSessionUser } from '../features/accounts/auth/sessions/sessions.ts';
import { Link } from '../ui/link.tsx';
import { SkipLink } from '../ui/skip-link.tsx';
import { CurrentUser } from './current-user.tsx';
import { currentAs, navigationFor } from './navigation.ts';

export function TopBar() {
  const { erasedAfter } = useSessionUser();
  const [path] = useLocation();
  return (
    <header className="mx-auto flex w-full max-w-[calc(var(--container-page)+3rem)] flex-wrap items-center justify-between gap-x-6 xl:flex-nowrap px-4.5 pt-[calc(0.75rem+env(safe-area-inset-top))] pb-2 md:px-6 md:pt-5 print:hidden">
      <SkipLink />
      <Brand hasLogo={path === '/settings'} />
      {!erasedAfter && <MainNavigation />}
      <CurrentUser />
    </header>
  );
}

/** At 1024 px, no more items than this fit in one row with the brand and the user. */
const placesInRow = 6;

/** Below these widths, the items wrap to a row of their own. */
const ownRow = {
  narrow: 'md:max-lg:order-last md:max-lg:basis-full',
  wide: 'md:max-xl:order-last md:max-xl:basis-full',
};

function MainNavigation() {
  const [path] = useLocation();
  const { subscriptionPlan } = useSessionUser();
  const items = navigationFor(subscriptionPlan);
  const place = items.length > placesInRow ? ownRow.wide : ownRow.narrow;
  return (
    <nav aria-label="Main" className={`hidden flex-none md:block ${place}`}>
      <ul className="flex flex-wrap gap-x-5.5 text-[1.0625rem]">
        {items.map(({ href, label }) => (
          <li key={href}>
            <Link
              href={href}
              variant="plain"
              aria-current={currentAs(href, path)}
              className="inline-flex min-h-11 items-center border-b-[1.5px] border-transparent text-ink-soft transition-colors hover:text-ink aria-[current]:border-thread aria-[current]:text-ink"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** `hasLogo`: show the logo before the name on phones, where there is room for it. */
function Brand({ hasLogo = false }: { hasLogo?: boolean }) {
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
