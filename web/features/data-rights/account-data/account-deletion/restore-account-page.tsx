import type { User } from '../../../../../shared/accounts/accounts.ts';
import { staysCancelled } from '../../../../../shared/accounts/stays-cancelled.ts';
import { formatDate } from '../../../../../shared/dates.ts';
import { messageOf } from '../../../../lib/api/api-error.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Skeleton, SkeletonArea } from '../../../../ui/skeleton.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useProfile } from '../../../accounts/auth/sessions/queries.ts';
import { SettingsSection } from '../../../accounts/profile/settings/settings.tsx';
import { AccountExport } from '../account-export/account-export.tsx';
import { useRestoreAccount } from './queries.ts';

/** Replaces every screen while the account waits to be erased. */
export function RestoreAccountPage() {
  const { data: profile } = useProfile();
  return (
    <Page title="Your account is being deleted" width="letter">
      <title>Restore your account · Long After</title>
      {profile?.erasedAfter ? (
        <Choice profile={profile} erasedAfter={profile.erasedAfter} />
      ) : (
        <SkeletonArea label="Loading">
          <Skeleton className="h-64" />
        </SkeletonArea>
      )}
    </Page>
  );
}

function Choice({ profile, erasedAfter }: { profile: User; erasedAfter: string }) {
  const { mutate: restore, isPending } = useRestoreAccount();
  const { timezone, twoFactorEnabled } = profile;

  function restoreAccount() {
    restore(undefined, {
      onSuccess: () => toast({ title: 'Your account is restored', description: 'Your deliveries go on.' }),
      onError: (error) =>
        toast({
          variant: 'destructive',
          title: 'Your account was not restored',
          description: messageOf(error, 'Please try again.'),
        }),
    });
  }

  return (
    <Card className="md:p-8">
      <SettingsSection title="Restore it">
        <p>
          You asked us to delete it. {erasureWords(erasedAfter, timezone)} Once you restore it your deliveries
          go on, and what has fallen due meanwhile goes out at once. {staysCancelled}
        </p>
        <Button
          className="justify-self-start"
          isPending={isPending}
          pendingLabel="Restoring"
          onPress={restoreAccount}
        >
          Restore my account
        </Button>
      </SettingsSection>
      <SettingsSection title="Take everything with you">
        <AccountExport needsCode={twoFactorEnabled} timeZone={timezone} />
      </SettingsSection>
    </Card>
  );
}

function erasureWords(erasedAfter: string, timezone: string): string {
  const day = formatDate(erasedAfter, timezone);
  return new Date(erasedAfter) > new Date()
    ? `On ${day} everything in it is erased for good. Until then all of it is still here, and nothing is delivered.`
    : `The days you had to change your mind were over on ${day}, and everything in it can be erased for good at any moment. So far all of it is still here, and nothing is delivered.`;
}
