import { Suspense } from 'react';
import type { User } from '../../../shared/accounts/accounts.ts';
import { SettingsSection } from '../../features/accounts/profile/settings/settings.tsx';
import { Payments } from '../../features/billing/subscriptions/payments.tsx';
import { DangerZone } from '../../features/data-rights/account-deletion/danger-zone.tsx';
import { AccountExport } from '../../features/data-rights/account-export/account-export.tsx';
import { KeptFiles } from '../../features/data-rights/account-export/kept-files/kept-files.tsx';
import { lazyComponent } from '../../lib/lazy.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The last sections of the Account tab: what was paid, export everything, or delete the account. */
export function AccountData({ profile }: { profile: User }) {
  return (
    <>
      <SettingsSection title="Payments">
        <Payments timeZone={profile.timezone} />
      </SettingsSection>
      <SettingsSection
        title="Take everything with you"
        lead="One file with your letters, photos, videos, recordings and plans. It opens in any browser, without us."
      >
        <KeptFiles timeZone={profile.timezone} />
        <AccountExport needsCode={profile.twoFactorEnabled} timeZone={profile.timezone} />
      </SettingsSection>
      <SettingsSection title="Danger Zone">
        <DangerZone profile={profile} />
      </SettingsSection>
    </>
  );
}

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
