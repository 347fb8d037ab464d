import { X } from 'lucide-react';
import { formatSize } from '../../../../../lib/format-size.ts';
import { useFileUrl } from '../../../../../lib/use-file-url.ts';
import { IconButton } from '../../../../../ui/icon-button.tsx';
import { TextField } from '../../../../../ui/text-field.tsx';
import type { ChosenPhoto } from './use-photos.ts';

interface PhotoRowProps {
  photo: ChosenPhoto;
  error: string | undefined;
  onChange: (title: string) => void;
  onRemove: () => void;
}

/** One photo with its title. The file's own name is shown in small print. */
export function PhotoRow({ photo, error, onChange, onRemove }: PhotoRowProps) {
  const { file, title } = photo;
  const url = useFileUrl(file);
  return (
    <li className="grid grid-cols-[--spacing(16)_minmax(0,1fr)_--spacing(11)] items-center gap-x-3 border-t border-line py-4 md:grid-cols-[5.25rem_minmax(0,1fr)_2.75rem] md:gap-x-4.5">
      <div className="size-16 overflow-hidden rounded-control bg-gold-wash md:size-21">
        {url && <img src={url} alt="" className="size-full object-cover" />}
      </div>
      <div className="min-w-0">
        <TextField
          label={`Title of ${file.name}`}
          isLabelHidden
          placeholder="Title"
          maxLength={200}
          value={title}
          error={error}
          onChange={onChange}
        />
        <p className="mt-1 text-small wrap-anywhere text-ink-soft lining-nums">
          {file.name}, {formatSize(file.size, 1024)}
        </p>
      </div>
      <IconButton
        label="Take it out"
        accessibleLabel={`Take ${file.name} out`}
        icon={<X aria-hidden="true" className="size-5.5" strokeWidth={1.5} />}
        onPress={onRemove}
      />
    </li>
  );
}
