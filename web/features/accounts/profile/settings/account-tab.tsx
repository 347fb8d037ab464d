import { type ReactNode, useState } from 'react';
import type { User } from '../../../../../shared/accounts/accounts.ts';
import type { SwitchableFeature } from '../../../../../shared/system/feature-switches.ts';
import { getTheme, setTheme, type Theme } from '../../../../lib/theme.ts';
import { SegmentedControl } from '../../../../ui/segmented-control.tsx';
import { useFeatureSwitches } from '../../auth/security/queries.ts';
import { ChangePassword, SessionList, StaffViewList, TwoFactor } from '../../auth/security/security.ts';
import { CurrentPlan } from './current-plan.tsx';
import { SettingsSection } from './settings.tsx';

interface AccountTabProps {
  profile: User;
  /** Further sections, shown at the end. */
  children: ReactNode;
}

export function AccountTab({ profile, children }: AccountTabProps) {
  const { data: switches } = useFeatureSwitches();
  const isOff = (feature: SwitchableFeature) => switches?.off.includes(feature) ?? false;
  const { timezone: timeZone } = profile;
  return (
    <>
      <SettingsSection title="Current plan">
        <CurrentPlan profile={profile} />
      </SettingsSection>
      <SettingsSection title="Appearance" lead="On this device.">
        <Appearance />
      </SettingsSection>
      <SettingsSection title="Password">
        <ChangePassword isOff={isOff('password-change')} needsCode={profile.twoFactorEnabled} />
      </SettingsSection>
      <SettingsSection title="Two-factor sign-in">
        <TwoFactor isOff={isOff('two-factor')} timeZone={timeZone} />
      </SettingsSection>
      <SettingsSection title="Where you are signed in">
        <SessionList timeZone={timeZone} />
      </SettingsSection>
      <SettingsSection title="What our staff has looked at">
        <StaffViewList timeZone={timeZone} />
      </SettingsSection>
      {children}
    </>
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
