import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { SectionLevel } from '../../features/accounts/profile/settings/settings.tsx';
import { type SettingsTab, SettingsTabs } from '../../features/accounts/profile/settings/settings-tabs.tsx';
import { type ReportUnsaved, UnsavedChanges } from '../../lib/unsaved-changes.ts';
import { useAskBeforeClose } from '../../ui/ask-before-close.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { AfterDeath, accountParts } from './sections.tsx';
import { useConfirmTimeZone } from './time-zone-question.ts';

/** The settings on top of the current page. Asks before it discards unsaved changes. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const close = useAskBeforeClose(onClose);
  const confirmTimeZone = useConfirmTimeZone();
  const [tab, setTab] = useState<SettingsTab>('profile');
  useCloseOnLeave(onClose);
  const unsaved = useRef(new Set<string>());
  const report = useCallback<ReportUnsaved>((form, isUnsaved) => {
    if (isUnsaved) unsaved.current.add(form);
    else unsaved.current.delete(form);
  }, []);

  return (
    <Dialog isOpen title="Profile & Settings" onOpenChange={() => void close(unsaved.current.size > 0)}>
      <UnsavedChanges value={report}>
        <SectionLevel value={3}>
          <SettingsTabs
            tab={tab}
            onTab={setTab}
            confirmTimeZone={confirmTimeZone}
            AfterDeath={AfterDeath}
            accountParts={accountParts}
          />
        </SectionLevel>
      </UnsavedChanges>
    </Dialog>
  );
}

/** Following a link in the dialog closes it, because the person wants to see that page. */
function useCloseOnLeave(onClose: () => void) {
  const [path] = useLocation();
  const [openedAt] = useState(path);
  useEffect(() => {
    if (path !== openedAt) onClose();
  }, [path, openedAt, onClose]);
}
