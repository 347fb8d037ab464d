import type { ComponentType } from 'react';
import type { User } from '../../../../shared/accounts/accounts.ts';
import { ReadFailure } from '../../../ui/read-failure.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useProfile } from '../sessions/queries.ts';
import { AccountTab } from './account-tab.tsx';
import { NotificationsTab } from './notifications-tab.tsx';
import { ProfileTab } from './profile-tab.tsx';

export const settingsTabs = ['profile', 'notifications', 'after-death', 'account'] as const;
export type SettingsTab = (typeof settingsTabs)[number];

interface SettingsTabsProps {
  tab: SettingsTab;
  onTab: (tab: SettingsTab) => void;
  /** What is about the owner's death, and about the account's data. Both belong to higher districts, so the app hands them in. */
  AfterDeath: ComponentType<{ profile: User }>;
  AccountData: ComponentType<{ profile: User }>;
}

/** All settings, for the page and the dialog alike. */
export function SettingsTabs(props: SettingsTabsProps) {
  const { data: profile, isPending, isFetching, refetch } = useProfile();
  if (profile) return <Settings {...props} profile={profile} />;
  if (isPending) return <SettingsSkeleton />;
  return (
    <ReadFailure
      what="your settings"
      safe="They are as you left them."
      isRetrying={isFetching}
      onRetry={refetch}
    />
  );
}

function Settings(props: SettingsTabsProps & { profile: User }) {
  const { profile, tab, onTab, AfterDeath, AccountData } = props;
  return (
    <Tabs
      label="Settings"
      selected={tab}
      onSelect={onTab}
      items={[
        { key: 'profile', label: 'Profile', content: <ProfileTab profile={profile} /> },
        { key: 'notifications', label: 'Notifications', content: <NotificationsTab profile={profile} /> },
        { key: 'after-death', label: 'After my death', content: <AfterDeath profile={profile} /> },
        {
          key: 'account',
          label: 'Account',
          content: (
            <AccountTab profile={profile}>
              <AccountData profile={profile} />
            </AccountTab>
          ),
        },
      ]}
    />
  );
}

function SettingsSkeleton() {
  return (
    <SkeletonArea label="Loading your settings" className="grid gap-6">
      <Skeleton className="h-12" />
      <Skeleton className="h-24" />
      <Skeleton className="h-80" />
    </SkeletonArea>
  );
}
