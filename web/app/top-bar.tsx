import { Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { fullNameOf } from '../../shared/full-name.ts';
import { useProfile } from '../features/accounts/auth/sessions/queries.ts';
import { useSessionUser } from '../features/accounts/auth/sessions/sessions.ts';
import { signOut } from '../features/accounts/auth/sessions/sign-out.ts';
import { sendDraftsBeforeSignOut } from '../features/memories/drafts/unsent-drafts.ts';
import { lazyComponent } from '../lib/lazy.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { currentAs, help, navigationFor } from './navigation.ts';

const SettingsDialog = lazyComponent(
  async () => (await import('./settings/settings-dialog.tsx')).SettingsDialog,
);

export function TopBar() {
  const { erasedAfter } = useSessionUser();
  const [path] = useLocation();
  return (
    <header className="mx-auto flex w-full max-w-[calc(var(--container-page)+3rem)] flex-wrap items-center justify-between gap-x-6 xl:flex-nowrap px-4.5 pt-[calc(0.75rem+env(safe-area-inset-top))] pb-2 md:px-6 md:pt-5 print:hidden">
      <Brand hasLogo={path === '/settings'} />
      {!erasedAfter && <MainNavigation />}
      <CurrentUser />
    </header>
  );
}

/** At 1024 px, more items than this do not fit in one row with the brand and the user. */
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

function CurrentUser() {
  const user = useSessionUser();
  const [, navigate] = useLocation();
  const name = fullNameOf(user);
  const { data: profile, refetch } = useProfile();
  const [isLeaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    await sendDraftsBeforeSignOut(async () => (profile ?? (await refetch()).data)?.id);
    signOut();
    navigate('/');
  }

  return (
    <div className="flex min-w-0 items-center gap-3.5">
      {profile?.isAdmin && (
        <Link
          href="/admin"
          variant="plain"
          className="inline-flex min-h-11 items-center text-[1.0625rem] text-ink-soft hover:text-ink md:mr-1.5"
        >
          Staff
        </Link>
      )}
      <Link
        href={help.href}
        variant="plain"
        aria-label={help.label}
        className="inline-flex min-h-11 items-center text-[1.0625rem] text-ink-soft hover:text-ink md:mr-3 max-md:hidden"
      >
        Help
      </Link>
      <span className="hidden max-w-40 truncate xl:max-w-48 text-small text-ink-soft md:block">{name}</span>
      {user.erasedAfter ? <Avatar name={name} pictureUrl={user.profilePicture} /> : <SettingsButton />}
      <Button
        variant="text"
        size="small"
        className="flex-none"
        isPending={isLeaving}
        pendingLabel="Signing out"
        onPress={() => void leave()}
      >
        Sign Out
      </Button>
    </div>
  );
}

function SettingsButton() {
  const user = useSessionUser();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label="Profile & Settings"
        aria-haspopup="dialog"
        className="grid size-11 flex-none place-items-center rounded-full"
        onClick={() => setOpen(true)}
      >
        <Avatar name={fullNameOf(user)} pictureUrl={user.profilePicture} isDecorative />
      </button>
      <Suspense fallback={null}>{isOpen && <SettingsDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

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
