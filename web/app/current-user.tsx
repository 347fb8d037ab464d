import { Suspense, startTransition, useState } from 'react';
import { useLocation } from 'wouter';
import { fullNameOf } from '../../shared/names.ts';
import { useProfile } from '../features/accounts/auth/sessions/queries.ts';
import { useSessionUser } from '../features/accounts/auth/sessions/sessions.ts';
import { signOut } from '../features/accounts/auth/sessions/sign-out.ts';
import { sendDraftsBeforeSignOut } from '../features/memories/memories/drafts/unsent-drafts.ts';
import { lazyComponent } from '../lib/lazy.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { help } from './navigation.ts';

const SettingsDialog = lazyComponent(
  async () => (await import('./settings/settings-dialog.tsx')).SettingsDialog,
);

export function CurrentUser() {
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
        // The button responds before the dialog is rendered.
        onClick={() => startTransition(() => setOpen(true))}
      >
        <Avatar name={fullNameOf(user)} pictureUrl={user.profilePicture} isDecorative />
      </button>
      <Suspense fallback={null}>{isOpen && <SettingsDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
