import { SectionLevel } from '../../features/accounts/settings/settings-section.tsx';
import { SettingsTabs } from '../../features/accounts/settings/settings-tabs.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AccountData } from './account-data.tsx';

/** The settings on top of the current page. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen title="Profile & Settings" onOpenChange={onClose}>
      <SectionLevel value={3}>
        <SettingsTabs AccountData={AccountData} />
      </SectionLevel>
    </Dialog>
  );
}
