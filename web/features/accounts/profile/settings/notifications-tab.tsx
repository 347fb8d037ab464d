import { useState } from 'react';
import type { User } from '../../../../../shared/accounts/accounts.ts';
import { fieldsOf } from '../../../../lib/api/api-error.ts';
import { Switch } from '../../../../ui/switch.tsx';
import { showFailure, toast } from '../../../../ui/toast.ts';
import { useSaveNotifications } from './queries.ts';
import { SettingsSection } from './settings.tsx';

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
    description: 'A week before something goes out, and once a year what is still to be done.',
  },
  {
    name: 'deliveryNotifications',
    label: 'Delivery confirmations',
    description: 'A message when something you left has reached its person.',
  },
] as const;

export function NotificationsTab({ profile }: { profile: User }) {
  return (
    <SettingsSection
      title="What we write to you about"
      lead="Messages that keep your account safe always come by email."
    >
      <div className="grid gap-4">
        {toggles.map((toggle) => (
          <Toggle key={toggle.name} {...toggle} isOn={profile[toggle.name]} />
        ))}
      </div>
    </SettingsSection>
  );
}

type ToggleProps = (typeof toggles)[number] & {
  /** The saved state. */
  isOn: boolean;
};

/** Updates optimistically, and returns to the saved state if saving fails. */
function Toggle({ name, label, description, isOn }: ToggleProps) {
  const { mutate: save } = useSaveNotifications();
  // Valid only while the saved state is still the one from before the press.
  const [pressed, setPressed] = useState<{ from: boolean; to: boolean } | null>(null);

  function change(to: boolean) {
    setPressed({ from: isOn, to });
    const onError = (error: Error) => {
      setPressed(null);
      const reason = fieldsOf(error)[name] ?? 'Failed to update notifications';
      showFailure(null, reason, 'Error updating notifications');
    };
    const onSuccess = () => toast({ title: 'Notification preferences updated!' });
    save({ [name]: to }, { onSuccess, onError });
  }

  return (
    <Switch
      name={name}
      label={label}
      description={description}
      value={pressed?.from === isOn ? pressed.to : isOn}
      onChange={change}
    />
  );
}
