import { useLocation } from 'wouter';
import { Link } from '../ui/Link.tsx';
import { navigation } from './navigation.ts';

/** Below 768 px, in reach of the thumb. */
export function BottomBar() {
  const [path] = useLocation();
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-card pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] md:hidden print:hidden"
    >
      <ul className="mx-auto flex max-w-130 justify-around px-1 py-1.5">
        {navigation.map(({ href, label, icon: Icon }) => (
          <li key={href} className="flex-1">
            <Link
              href={href}
              variant="plain"
              aria-current={path === href ? 'page' : undefined}
              className="grid min-h-13 justify-items-center gap-0.5 rounded-choice px-1 pt-1.5 pb-1 text-[0.875rem] leading-tight text-ink-soft aria-[current]:font-semibold aria-[current]:text-pine"
            >
              <Icon aria-hidden="true" className="size-6" strokeWidth={1.5} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
