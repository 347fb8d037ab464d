import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { joinClasses } from '../../ui/join-classes.ts';

interface PersonBarProps {
  name: string;
  onSignOut: () => void;
  className?: string;
}

/** Who is at work, and the way out: above every page, on a phone in the menu. */
export function PersonBar({ name, onSignOut, className }: PersonBarProps) {
  return (
    <section
      aria-label="Signed in as"
      className={joinClasses('flex flex-wrap items-center gap-x-3.5', className)}
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
