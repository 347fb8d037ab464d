import { useSearchParams } from 'wouter';
import { SettingsTabs, settingsTabs } from '../../features/accounts/profile/settings/settings-tabs.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { AfterDeath, accountParts } from './sections.tsx';
import { useConfirmTimeZone } from './time-zone-question.ts';

/** `?tab=after-death` opens that tab, for links from elsewhere. */
export function SettingsPage() {
  const [search, setSearch] = useSearchParams();
  const confirmTimeZone = useConfirmTimeZone();
  return (
    <Page
      title="Settings"
      lead="Who you are, what we write to you about, and how your account is protected."
      width="letter"
    >
      <title>Settings · Long After</title>
      <Card className="md:p-8">
        <SettingsTabs
          tab={settingsTabs.find((tab) => tab === search.get('tab')) ?? 'profile'}
          onTab={(tab) => setSearch({ tab }, { replace: true })}
          confirmTimeZone={confirmTimeZone}
          AfterDeath={AfterDeath}
          accountParts={accountParts}
        />
      </Card>
    </Page>
  );
}
