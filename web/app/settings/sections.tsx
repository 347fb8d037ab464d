import { Suspense } from 'react';
import type { User } from '../../../shared/accounts/accounts.ts';
import type { AccountParts } from '../../features/accounts/profile/settings/account-tab.tsx';
import { SettingsSection } from '../../features/accounts/profile/settings/settings.tsx';
import { Payments } from '../../features/billing/subscriptions/payments.tsx';
import { DangerZone } from '../../features/data-rights/account-data/account-deletion/danger-zone.tsx';
import {
  AccountExport,
  KeptFiles,
} from '../../features/data-rights/account-data/account-export/account-export.tsx';
import { AccountLog } from '../../features/data-rights/account-data/account-log/account-log.tsx';
import { StaffOpenings } from '../../features/memories/memories/staff-openings.tsx';
import { lazyComponent } from '../../lib/lazy.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** What the features above the profile add to the Account tab. */
export const accountParts: AccountParts = {
  Payments: ({ profile }) => <Payments timeZone={profile.timezone} />,
  TakeOut: ({ profile }) => (
    <>
      <KeptFiles timeZone={profile.timezone} />
      <AccountExport needsCode={profile.twoFactorEnabled} timeZone={profile.timezone} />
    </>
  ),
  Opened: ({ profile }) => (
    <>
      <StaffOpenings timeZone={profile.timezone} />
      <AccountLog timeZone={profile.timezone} />
    </>
  ),
  Ending: ({ profile }) => (
    <SettingsSection title="Danger Zone">
      <DangerZone profile={profile} />
    </SettingsSection>
  ),
};

const AfterDeathTab = lazyComponent(
  async () => (await import('../../features/after-death/release-wishes/after-death-tab.tsx')).AfterDeathTab,
);

/** Loaded when its tab is opened. */
export function AfterDeath({ profile }: { profile: User }) {
  return (
    <Suspense fallback={<Skeleton className="h-80" />}>
      <AfterDeathTab profile={profile} />
    </Suspense>
  );
}
