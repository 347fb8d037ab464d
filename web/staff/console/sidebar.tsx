import { Menu, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { Link } from '../../ui/link.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';

export interface SidebarEntry {
  href: string;
  label: string;
  count?: number | undefined;
}

interface SidebarProps {
  /** In the menu on narrow screens, below the links. */
  children?: ReactNode;
  groups: readonly (readonly SidebarEntry[])[];
}

/** The navigation of the console: on the left; on narrow screens, a bar at the top whose menu shows the current page. */
export function Sidebar({ groups, children }: SidebarProps) {
  const [path] = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  // Following a link closes the menu.
  const isOpen = openAt === path;
  const here = groups.flat().find(({ href }) => isWithin(path, href));
  const Icon = isOpen ? X : Menu;
  return (
    <header className="border-line px-4.5 max-lg:border-b max-lg:py-3 lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto lg:border-r lg:px-5 lg:pt-5">
      <SkipLink />
      <div className="flex items-center justify-between gap-4">
        <p className="font-serif text-lead font-medium lg:px-3">
          Long After <span className="font-sans text-small font-normal text-ink-soft">staff</span>
        </p>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls="staff-sidebar"
          className="inline-flex min-h-11 items-center gap-2.5 rounded-full border border-line-strong px-4 text-small lg:hidden"
          onClick={() => setOpenAt(isOpen ? undefined : path)}
        >
          <Icon aria-hidden="true" className="size-5" strokeWidth={1.5} />
          <span className="sr-only">Menu: </span>
          {here?.label ?? 'Pages'}
        </button>
      </div>
      <div id="staff-sidebar" className={joinClasses('mt-3 grid gap-3 lg:mt-6', !isOpen && 'max-lg:hidden')}>
        <nav aria-label="Staff console" className="grid gap-3">
          {groups.map((entries) => (
            <ul key={entries[0]?.href} className="grid gap-1 border-line not-last:border-b not-last:pb-3">
              {entries.map((entry) => (
                <li key={entry.href}>
                  <SidebarLink {...entry} isHere={entry === here} />
                </li>
              ))}
            </ul>
          ))}
        </nav>
        {children}
      </div>
    </header>
  );
}

function SidebarLink({ href, label, count, isHere }: SidebarEntry & { isHere: boolean }) {
  return (
    <Link
      href={href}
      variant="plain"
      aria-current={isHere ? 'page' : undefined}
      className={joinClasses(
        'flex min-h-11 items-center justify-between pointer-fine:lg:min-h-9.5 gap-3 rounded-control px-3 text-ink-soft hover:text-ink',
        'aria-[current=page]:bg-gold-wash aria-[current=page]:font-semibold aria-[current=page]:text-ink',
      )}
    >
      {label}
      {count !== undefined && count > 0 && (
        <span className="text-ink tabular-nums">
          {count.toLocaleString('en-US')}
          <span className="sr-only"> waiting</span>
        </span>
      )}
    </Link>
  );
}

function isWithin(path: string, href: string): boolean {
  return path === href || (href !== '/admin' && href !== '/' && path.startsWith(`${href}/`));
}

interface PersonBarProps {
  name: string;
  onSignOut: () => void;
  className?: string;
}

/** Who is signed in, and the sign-out button: above every page; on a phone, in the menu. */
export function PersonBar({ name, onSignOut, className }: PersonBarProps) {
  return (
    <section
      aria-label="Signed in as"
      className={joinClasses('flex flex-wrap items-center gap-x-3.5', className)}
    >
      <span className="flex items-center gap-2.5 text-small text-ink-soft">
        {name}
        <Avatar name={name} size="small" isDecorative />
      </span>
      <Button variant="text" size="small" onPress={onSignOut}>
        Sign Out
      </Button>
    </section>
  );
}
