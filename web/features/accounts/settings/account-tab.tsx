import type { User } from '../../../../shared/accounts/accounts.ts';
import type { SwitchableFeature } from '../../../../shared/system/feature-switches.ts';
import { useFeatureSwitches } from '../security/queries.ts';
import { ChangePassword, SessionList, TwoFactor } from '../security/security.ts';
import { Appearance } from './appearance.tsx';
import { CurrentPlan } from './current-plan.tsx';
import { DangerZone } from './danger-zone.tsx';
import { Export } from './export.tsx';
import { SettingsSection } from './settings-section.tsx';

export function AccountTab({ profile }: { profile: User }) {
  const { data: switches } = useFeatureSwitches();
  const isOff = (feature: SwitchableFeature) => switches?.off.includes(feature) ?? false;
  const { timezone: timeZone, twoFactorEnabled } = profile;
  return (
    <>
      <SettingsSection title="Current plan">
        <CurrentPlan profile={profile} />
      </SettingsSection>
      <SettingsSection title="Appearance" lead="On this device.">
        <Appearance />
      </SettingsSection>
      <SettingsSection title="Password">
        <ChangePassword isOff={isOff('password-change')} />
      </SettingsSection>
      <SettingsSection title="Two-factor sign-in">
        <TwoFactor isOff={isOff('two-factor')} timeZone={timeZone} />
      </SettingsSection>
      <SettingsSection title="Where you are signed in">
        <SessionList timeZone={timeZone} />
      </SettingsSection>
      <SettingsSection
        title="Take everything with you"
        lead="One file with your letters, photos, films, recordings and plans. It opens in any browser, without us."
      >
        <Export needsCode={twoFactorEnabled} timeZone={timeZone} />
      </SettingsSection>
      <SettingsSection title="Danger Zone">
        <DangerZone isOff={isOff('account-deletion')} profile={profile} />
      </SettingsSection>
    </>
  );
}
