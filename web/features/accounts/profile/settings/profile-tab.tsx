import type { User } from '../../../../../shared/accounts/accounts.ts';
import { PictureSection } from './picture-section.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SettingsSection } from './settings-section.tsx';

export function ProfileTab({ profile }: { profile: User }) {
  return (
    <>
      <SettingsSection title="Profile picture">
        <PictureSection profile={profile} />
      </SettingsSection>
      <SettingsSection title="Personal information">
        {/* Remounted when a confirmation link opened elsewhere changes the address. */}
        <ProfileForm key={profile.email} profile={profile} />
      </SettingsSection>
    </>
  );
}
