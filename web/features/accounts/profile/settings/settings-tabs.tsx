import { type ComponentType, type ReactNode, useState } from 'react';
import type { User } from '../../../../../shared/accounts/accounts.ts';
import { Loaded } from '../../../../ui/read-failure.tsx';
import { Skeleton, SkeletonArea } from '../../../../ui/skeleton.tsx';
import { Tabs } from '../../../../ui/tabs.tsx';
import { useProfile } from '../../auth/sessions/queries.ts';
import { type AccountParts, AccountTab } from './account-tab.tsx';
import { NotificationsTab } from './notifications-tab.tsx';
import { ProfileTab } from './profile-tab.tsx';
import type { ConfirmTimeZone } from './settings.tsx';

export const settingsTabs = ['profile', 'notifications', 'after-death', 'account'] as const;
export type SettingsTab = (typeof settingsTabs)[number];

interface SettingsTabsProps {
  tab: SettingsTab;
  onTab: (tab: SettingsTab) => void;
  /** What is planned, the owner's death and the account's data belong to higher districts, so the app hands them in. */
  confirmTimeZone: ConfirmTimeZone;
  AfterDeath: ComponentType<{ profile: User }>;
  accountParts: AccountParts;
}

/** All settings, for the page and the dialog alike. */
export function SettingsTabs(props: SettingsTabsProps) {
  const query = useProfile();
  return (
    <Loaded
      query={{ ...query, data: query.data ?? undefined }}
      skeleton={<SettingsSkeleton />}
      what="your settings"
      safe="They are as you left them."
    >
      {(profile) => <Settings {...props} profile={profile} />}
    </Loaded>
  );
}

const labels: Readonly<Record<SettingsTab, string>> = {
  profile: 'Profile',
  notifications: 'Notifications',
  'after-death': 'After my death',
  account: 'Account',
};

function Settings(props: SettingsTabsProps & { profile: User }) {
  const { profile, tab, onTab, confirmTimeZone, AfterDeath, accountParts } = props;
  const panels: Record<SettingsTab, ReactNode> = {
    profile: <ProfileTab profile={profile} confirmTimeZone={confirmTimeZone} />,
    notifications: <NotificationsTab profile={profile} />,
    'after-death': <AfterDeath profile={profile} />,
    account: <AccountTab profile={profile} parts={accountParts} />,
  };
  // What was typed on one tab is still there after a look at another.
  const visited = useVisited(tab);
  const content = visited.map((key) => (
    <div key={key} hidden={key !== tab}>
      {panels[key]}
    </div>
  ));
  return (
    <Tabs
      label="Settings"
      selected={tab}
      onSelect={onTab}
      items={settingsTabs.map((key) => ({ key, label: labels[key], content }))}
    />
  );
}

/** The tabs that were open so far. */
function useVisited(tab: SettingsTab): readonly SettingsTab[] {
  const [visited, setVisited] = useState<readonly SettingsTab[]>([tab]);
  if (!visited.includes(tab)) setVisited([...visited, tab]);
  return visited;
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
