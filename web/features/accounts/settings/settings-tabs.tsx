import type { ComponentType } from 'react';
import { useState } from 'react';
import type { User } from '../../../../shared/accounts/accounts.ts';
import { ReadFailure } from '../../../ui/read-failure.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useProfile } from '../sessions/queries.ts';
import { AccountTab } from './account-tab.tsx';
import { NotificationsTab } from './notifications-tab.tsx';
import { ProfileTab } from './profile-tab.tsx';

type Tab = 'profile' | 'notifications' | 'account';

interface SettingsTabsProps {
  /** The sections about the account's data. They belong to a higher district, so the app hands them in. */
  AccountData: ComponentType<{ profile: User }>;
}

/** All settings, for the page and the dialog alike. */
export function SettingsTabs({ AccountData }: SettingsTabsProps) {
  const { data: profile, isPending, isFetching, refetch } = useProfile();
  if (profile) return <Settings profile={profile} AccountData={AccountData} />;
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

function Settings({ profile, AccountData }: SettingsTabsProps & { profile: User }) {
  const [tab, setTab] = useState<Tab>('profile');
  return (
    <Tabs
      label="Settings"
      selected={tab}
      onSelect={setTab}
      items={[
        { key: 'profile', label: 'Profile', content: <ProfileTab profile={profile} /> },
        { key: 'notifications', label: 'Notifications', content: <NotificationsTab profile={profile} /> },
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
