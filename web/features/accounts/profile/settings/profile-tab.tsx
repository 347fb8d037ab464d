import type { User } from '../../../../../shared/accounts/accounts.ts';
import { PictureSection } from './picture-section.tsx';
import { ProfileForm } from './profile-form.tsx';
import { type ConfirmTimeZone, SettingsSection } from './settings.tsx';

interface ProfileTabProps {
  profile: User;
  confirmTimeZone: ConfirmTimeZone;
}

export function ProfileTab({ profile, confirmTimeZone }: ProfileTabProps) {
  return (
    <>
      <SettingsSection title="Profile picture">
        <PictureSection profile={profile} />
      </SettingsSection>
      <SettingsSection title="Personal information">
        <ProfileForm profile={profile} confirmTimeZone={confirmTimeZone} />
      </SettingsSection>
    </>
  );
}
