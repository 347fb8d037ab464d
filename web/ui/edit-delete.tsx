import { type LucideIcon, Pencil, Trash2 } from 'lucide-react';

interface EditDeleteProps {
  /** The name of what is edited or deleted. */
  name: string;
  onEdit: () => void;
  onDelete: () => void;
}

/** The two buttons at the bottom of a card. Deleting is no more prominent than editing; the red button is in the confirmation. */
export function EditDelete({ name, onEdit, onDelete }: EditDeleteProps) {
  return (
    <>
      <CardButton label={`Edit ${name}`} icon={Pencil} onPress={onEdit} />
      <CardButton label={`Delete ${name}`} icon={Trash2} onPress={onDelete} />
    </>
  );
}

interface CardButtonProps {
  label: string;
  icon: LucideIcon;
  onPress: () => void;
}

function CardButton({ label, icon: Icon, onPress }: CardButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className="inline-grid size-11 flex-none place-items-center rounded-full text-ink-soft transition-colors hover:bg-pine-wash hover:text-ink"
      onClick={onPress}
    >
      <Icon aria-hidden="true" className="size-5" strokeWidth={1.5} />
    </button>
  );
}
