import { useState } from 'react';
import type { User } from '../../../../shared/accounts/accounts.ts';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.ts';
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
  /** As it is saved. */
  isOn: boolean;
};

/** Shows its new place at once, and the saved one again when it could not be saved. */
function Toggle({ name, label, description, isOn }: ToggleProps) {
  const { mutate: save } = useSaveNotifications();
  // Holds only as long as what is saved is what it was at the press.
  const [pressed, setPressed] = useState<{ from: boolean; to: boolean } | null>(null);

  function change(to: boolean) {
    setPressed({ from: isOn, to });
    const onError = () => {
      setPressed(null);
      sayFailed();
    };
    save({ [name]: to }, { onSuccess: saySaved, onError });
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

function saySaved(): void {
  toast({ title: 'Notification preferences updated!' });
}

function sayFailed(): void {
  toast({
    variant: 'destructive',
    title: 'Error updating notifications',
    description: 'Failed to update notifications',
  });
}
