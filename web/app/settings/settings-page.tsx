import { SettingsTabs } from '../../features/accounts/settings/settings-tabs.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { AccountData } from './account-data.tsx';

export function SettingsPage() {
  return (
    <Page
      title="Settings"
      lead="Who you are, what we write to you about, and how your account is kept."
      width="letter"
    >
      <title>Settings · Long After</title>
      <Card className="md:p-8">
        <SettingsTabs AccountData={AccountData} />
      </Card>
    </Page>
  );
}
