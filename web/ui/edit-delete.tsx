import { Pencil, Trash2 } from 'lucide-react';
import { Button } from './button.tsx';

interface EditDeleteProps {
  /** The name of what is edited or deleted, for screen readers. */
  name: string;
  onEdit?: (() => void) | undefined;
  onDelete?: (() => void) | undefined;
  /** Of Delete. */
  deleteClassName?: string | undefined;
}

const icon = { 'aria-hidden': true, className: 'size-4.5', strokeWidth: 1.5 } as const;

/** The two buttons at the foot of a card. */
export function EditDelete({ name, onEdit, onDelete, deleteClassName }: EditDeleteProps) {
  return (
    <>
      {onEdit && (
        <Button
          variant="text"
          size="small"
          aria-label={`Edit ${name}`}
          icon={<Pencil {...icon} />}
          onPress={onEdit}
        >
          Edit
        </Button>
      )}
      {onDelete && (
        <Button
          variant="text"
          size="small"
          className={deleteClassName}
          aria-label={`Delete ${name}`}
          icon={<Trash2 {...icon} />}
          onPress={onDelete}
        >
          Delete
        </Button>
      )}
    </>
  );
}
