import { type ComponentType, type ReactNode, useState } from 'react';
import type { User } from '../../../../../shared/accounts/accounts.ts';
import { Loaded } from '../../../../ui/read-failure.tsx';
import { Tabs } from '../../../../ui/tabs.tsx';
import { useProfile } from '../../auth/sessions/queries.ts';
import { type AccountParts, AccountTab } from './account-tab.tsx';
import { NotificationsTab } from './notifications-tab.tsx';
import { ProfileTab } from './profile-tab.tsx';
import type { ConfirmTimeZone } from './settings.tsx';
import { SettingsSkeleton } from './settings-skeleton.tsx';

export const settingsTabs = ['profile', 'notifications', 'after-death', 'account'] as const;
export type SettingsTab = (typeof settingsTabs)[number];

interface SettingsTabsProps {
  tab: SettingsTab;
  onTab: (tab: SettingsTab) => void;
  /** Plans, the owner's death and the account's data belong to higher districts, so the app passes these parts in. */
  confirmTimeZone: ConfirmTimeZone;
  AfterDeath: ComponentType<{ profile: User }>;
  accountParts: AccountParts;
}

const labels: Readonly<Record<SettingsTab, string>> = {
  profile: 'Profile',
  notifications: 'Notifications',
  'after-death': 'After my death',
  account: 'Account',
};

/** All settings, for both the page and the dialog. */
export function SettingsTabs(props: SettingsTabsProps) {
  const query = useProfile();
  const content = (
    <Loaded
      query={{ ...query, data: query.data ?? undefined }}
      skeleton={<SettingsSkeleton hasFields={props.tab === 'profile'} />}
      what="your settings"
      safe="They are as you left them."
    >
      {(profile) => <Panels {...props} profile={profile} />}
    </Loaded>
  );
  return (
    <Tabs
      label="Settings"
      selected={props.tab}
      onSelect={props.onTab}
      items={settingsTabs.map((key) => ({ key, label: labels[key], content }))}
    />
  );
}

function Panels(props: SettingsTabsProps & { profile: User }) {
  const { profile, tab, confirmTimeZone, AfterDeath, accountParts } = props;
  const panels: Record<SettingsTab, ReactNode> = {
    profile: <ProfileTab profile={profile} confirmTimeZone={confirmTimeZone} />,
    notifications: <NotificationsTab profile={profile} />,
    'after-death': <AfterDeath profile={profile} />,
    account: <AccountTab profile={profile} parts={accountParts} />,
  };
  // What was typed on one tab is still there after visiting another.
  return useVisited(tab).map((key) => (
    <div key={key} hidden={key !== tab}>
      {panels[key]}
    </div>
  ));
}

/** The tabs that have been open so far. */
function useVisited(tab: SettingsTab): readonly SettingsTab[] {
  const [visited, setVisited] = useState<readonly SettingsTab[]>([tab]);
  if (!visited.includes(tab)) setVisited([...visited, tab]);
  return visited;
}
