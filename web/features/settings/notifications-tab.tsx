import type { User } from '../../../shared/accounts.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { Switch } from '../../ui/Switch.tsx';
import { toast } from '../../ui/toast.ts';
import { useSaveNotifications } from './queries.ts';
import { SettingsSection } from './settings-section.tsx';

const toggles = [
  {
    name: 'emailNotifications',
    label: 'Email notifications',
    description: 'Reminders and confirmations may come by email.',
  },
  {
    name: 'smsNotifications',
    label: 'SMS notifications',
    description: 'Text messages to the phone number in your profile, where we send them.',
  },
  {
    name: 'reminderNotifications',
    label: 'Reminders',
    description: 'A word about what is still to be done.',
  },
  {
    name: 'deliveryNotifications',
    label: 'Delivery confirmations',
    description: 'A message when something you left has reached its person.',
  },
] as const;

export function NotificationsTab({ profile }: { profile: User }) {
  const { mutate: save } = useSaveNotifications();
  return (
    <SettingsSection
      title="What we write to you about"
      lead="Messages that keep your account safe always come by email."
    >
      <div className="grid gap-4">
        {toggles.map(({ name, label, description }) => (
          <Switch
            key={name}
            name={name}
            label={label}
            description={description}
            value={profile[name]}
            onChange={(isOn) => save({ [name]: isOn }, { onSuccess: saySaved, onError: sayFailed })}
          />
        ))}
      </div>
    </SettingsSection>
  );
}

function saySaved(): void {
  toast({ title: 'Notification preferences updated!' });
}

function sayFailed(error: unknown): void {
  const description = messageOf(error, 'Failed to update notifications');
  toast({ variant: 'destructive', title: 'Error updating notifications', description });
}
