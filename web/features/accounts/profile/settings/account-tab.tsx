import { type ComponentType, useState } from 'react';
import type { User } from '../../../../../shared/accounts/accounts.ts';
import type { SwitchableFeature } from '../../../../../shared/system/feature-switches.ts';
import { getTheme, setTheme, type Theme } from '../../../../lib/theme.ts';
import { SegmentedControl } from '../../../../ui/segmented-control.tsx';
import { OpenSetting, SettingList } from '../../../../ui/setting.tsx';
import { useFeatureSwitches } from '../../auth/security/queries.ts';
import { ChangePassword, SessionList, StaffViewList, TwoFactor } from '../../auth/security/security.ts';
import { CurrentPlan } from './current-plan.tsx';
import { SettingsSection } from './settings.tsx';

/** Payments, the export, what staff opened, and deleting the account. These parts belong to other districts. */
export type AccountParts = Record<
  'Payments' | 'TakeOut' | 'Opened' | 'Ending',
  ComponentType<{ profile: User }>
>;

interface AccountTabProps {
  profile: User;
  parts: AccountParts;
}

/** Three groups, whose lists are collapsed to a line, with the Danger Zone last. */
export function AccountTab({ profile, parts: { Payments, TakeOut, Opened, Ending } }: AccountTabProps) {
  const { timezone: timeZone } = profile;
  return (
    <>
      <SettingsSection title="Your plan">
        <SettingList>
          <OpenSetting title="Current plan">
            <CurrentPlan profile={profile} />
          </OpenSetting>
          <Payments profile={profile} />
        </SettingList>
      </SettingsSection>
      <SettingsSection title="Signing in">
        <SigningIn profile={profile} />
      </SettingsSection>
      <SettingsSection title="What is yours">
        <SettingList>
          <OpenSetting
            title="Take everything with you"
            value="One file with your letters, photos, videos, recordings and plans. It opens in any browser, without us."
          >
            <TakeOut profile={profile} />
          </OpenSetting>
          <Opened profile={profile} />
          <StaffViewList timeZone={timeZone} />
          <OpenSetting title="Appearance" value="On this device.">
            <Appearance />
          </OpenSetting>
        </SettingList>
      </SettingsSection>
      <Ending profile={profile} />
    </>
  );
}

function SigningIn({ profile: { timezone, twoFactorEnabled } }: { profile: User }) {
  const { data: switches } = useFeatureSwitches();
  const isOff = (feature: SwitchableFeature) => switches?.off.includes(feature) ?? false;
  return (
    <SettingList>
      <OpenSetting title="Password">
        <ChangePassword isOff={isOff('password-change')} needsCode={twoFactorEnabled} />
      </OpenSetting>
      <OpenSetting title="Two-factor sign-in">
        <TwoFactor isOff={isOff('two-factor')} timeZone={timezone} />
      </OpenSetting>
      <SessionList timeZone={timezone} />
    </SettingList>
  );
}

function Appearance() {
  const [theme, showTheme] = useState(getTheme);

  function choose(next: Theme) {
    setTheme(next);
    showTheme(next);
  }

  return (
    <SegmentedControl<Theme>
      label="Appearance"
      isLabelHidden
      className="max-w-100"
      value={theme}
      onChange={choose}
      choices={[
        { value: 'system', label: 'System' },
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ]}
    />
  );
}
