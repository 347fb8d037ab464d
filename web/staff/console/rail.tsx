import { useLocation } from 'wouter';
import { joinClasses } from '../../ui/join-classes.ts';
import { Link } from '../../ui/link.tsx';

export interface RailEntry {
  href: string;
  label: string;
  /** How many records wait there. */
  count?: number | undefined;
}

interface RailProps {
  person: string;
  /** Divided by a line. */
  groups: readonly (readonly RailEntry[])[];
}

/** The way through the console: at the left, on narrow screens on top. */
export function Rail({ person, groups }: RailProps) {
  const [path] = useLocation();
  return (
    <header className="border-line px-4.5 pt-5 max-lg:border-b max-lg:pb-2 lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto lg:border-r lg:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 lg:grid lg:gap-1">
        <p className="font-serif text-lead font-medium">
          Long After <span className="font-sans text-small font-normal text-ink-soft">staff</span>
        </p>
        <p className="text-small text-ink-soft">{person}</p>
      </div>
      <nav aria-label="Staff console" className="mt-3 grid gap-3 lg:mt-6">
        {groups.map((entries) => (
          <ul
            key={entries[0]?.href}
            className="flex flex-wrap gap-x-1 border-line lg:grid lg:gap-1 lg:border-b lg:pb-3 lg:last:border-b-0"
          >
            {entries.map(({ href, label, count }) => (
              <li key={href}>
                <Link
                  href={href}
                  variant="plain"
                  aria-current={isWithin(path, href) ? 'page' : undefined}
                  className={joinClasses(
                    'flex min-h-11 items-center justify-between gap-3 rounded-control px-3',
                    'text-ink-soft aria-[current=page]:bg-gold-wash aria-[current=page]:font-semibold aria-[current=page]:text-ink',
                  )}
                >
                  {label}
                  {count !== undefined && count > 0 && <span className="text-ink tabular-nums">{count}</span>}
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </nav>
    </header>
  );
}

function isWithin(path: string, href: string): boolean {
  return path === href || (href !== '/admin' && path.startsWith(`${href}/`));
}
