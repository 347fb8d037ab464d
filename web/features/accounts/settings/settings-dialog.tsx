import { Dialog } from '../../../ui/dialog.tsx';
import { SectionLevel } from './settings-section.tsx';
import { SettingsTabs } from './settings-tabs.tsx';

/** The settings over whatever page is open. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen title="Profile & Settings" onOpenChange={onClose}>
      <SectionLevel value={3}>
        <SettingsTabs />
      </SectionLevel>
    </Dialog>
  );
}
