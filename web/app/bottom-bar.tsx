import { Ellipsis } from 'lucide-react';
import { useLocation } from 'wouter';
import { useSessionUser } from '../features/accounts/auth/sessions/sessions.ts';
import { Link } from '../ui/link.tsx';
import { currentAs, help, navigationFor } from './navigation.ts';

/** How many items fit with their labels at 360 px. The last one opens the rest. */
const places = 5;

const place =
  'grid w-full min-h-13 place-items-center gap-0.5 min-[22rem]:rounded-choice px-0.5 pt-1.5 pb-1 text-small leading-tight tracking-[-0.01em] text-ink-soft aria-[current]:font-semibold aria-[current]:text-pine max-[22rem]:aria-[current]:shadow-[0_-2px_var(--color-thread)]';

/** On a narrow phone with large text there is room for the icons only. */
const word = 'max-[22rem]:sr-only';

/** Navigation below 768 px. On a low screen it comes at the end of the page instead of over it. */
export function BottomBar() {
  const [path] = useLocation();
  const { subscriptionPlan } = useSessionUser();
  const items = navigationFor(subscriptionPlan);
  const shown = items.slice(0, places - 1);
  const rest = [...items.slice(shown.length), help];
  return (
    <nav
      aria-label="Main"
      className="z-30 border-t border-line bg-card pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] high:fixed high:inset-x-0 high:bottom-0 md:hidden print:hidden"
    >
      <ul className="mx-auto flex max-w-130 justify-around px-1 py-1.5">
        {shown.map(({ href, label, icon: Icon }) => (
          <li key={href} className="min-w-0 flex-1">
            <Link href={href} variant="plain" aria-current={currentAs(href, path)} className={place}>
              <Icon aria-hidden="true" className="size-6" strokeWidth={1.5} />
              <span className={word}>{label}</span>
            </Link>
          </li>
        ))}
        <li className="min-w-0 flex-1">
          <More items={rest} path={path} />
        </li>
      </ul>
    </nav>
  );
}

const sheet =
  'fixed inset-x-3 top-auto bottom-[calc(--spacing(20)+env(safe-area-inset-bottom))] m-0 ml-auto w-64 max-w-[calc(100vw-1.5rem)] rounded-card border border-line bg-card p-2 text-ink shadow-raised open:animate-rise md:hidden';

/** A native popover: closes on Escape or a press outside, and returns the focus. */
function More({ items, path }: { items: ReturnType<typeof navigationFor>; path: string }) {
  const isHere = items.some(({ href }) => currentAs(href, path));
  return (
    <>
      <button
        type="button"
        popoverTarget="more-places"
        aria-current={isHere ? 'true' : undefined}
        className={place}
      >
        <Ellipsis aria-hidden="true" className="size-6" strokeWidth={1.5} />
        <span className={word}>More</span>
      </button>
      {/* The key remounts it on navigation, which closes it. */}
      <div key={path} id="more-places" popover="auto" className={sheet}>
        <ul>
          {items.map(({ href, label, icon: Icon }) => (
            <li key={href}>
              <Link
                href={href}
                variant="plain"
                aria-current={currentAs(href, path)}
                className="flex min-h-12 items-center gap-3.5 rounded-choice px-3 aria-[current]:font-semibold aria-[current]:text-pine"
              >
                <Icon aria-hidden="true" className="size-6 flex-none" strokeWidth={1.5} />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
