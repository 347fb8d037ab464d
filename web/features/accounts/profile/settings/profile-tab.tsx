import type { User } from '../../../../../shared/accounts/accounts.ts';
import { PictureSection } from './picture-section.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SettingsSection } from './settings.tsx';

export function ProfileTab({ profile }: { profile: User }) {
  return (
    <>
      <SettingsSection title="Profile picture">
        <PictureSection profile={profile} />
      </SettingsSection>
      <SettingsSection title="Personal information">
        <ProfileForm profile={profile} />
      </SettingsSection>
    </>
  );
}
