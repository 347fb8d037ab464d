import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';

interface PersonBarProps {
  name: string;
  onSignOut: () => void;
}

/** Above every page: who is at work, and the way out. */
export function PersonBar({ name, onSignOut }: PersonBarProps) {
  return (
    <section
      aria-label="Signed in as"
      className="flex flex-wrap items-center justify-end gap-x-3.5 px-4.5 pt-3 lg:px-8"
    >
      <span className="flex items-center gap-2.5 text-small text-ink-soft">
        {name}
        <Avatar name={name} size="small" isDecorative />
      </span>
      <Button variant="text" size="small" onPress={onSignOut}>
        Sign Out
      </Button>
    </section>
  );
}
