import { Camera, Plus, X } from 'lucide-react';
import type { ItemImage } from '../../../../shared/keepsakes/item-images.ts';
import { itemImagesMax } from '../../../../shared/keepsakes/item-rules.ts';
import { acceptedFormats } from '../../../../shared/memories/memory-limits.ts';
import { useFileUrl } from '../../../lib/use-file-url.ts';
import { FileButton } from '../../../ui/file-button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

const accept = Object.values(acceptedFormats.photo).flat().join(',');

interface ItemPicturesProps {
  /** The existing pictures, without those to be removed. */
  images: readonly ItemImage[];
  /** The files still to be sent. */
  files: readonly File[];
  onAdd: (file: File) => void;
  onRemoveImage: (id: string) => void;
  onRemoveFile: (file: File) => void;
  isBusy: boolean;
}

/** The pictures of an item, sent and unsent, with a way to take or choose one more. */
export function ItemPictures(props: ItemPicturesProps) {
  const { images, files, onAdd, onRemoveImage, onRemoveFile, isBusy } = props;
  const count = images.length + files.length;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">
        Pictures <span className="font-normal text-ink-soft">(up to {itemImagesMax})</span>
      </legend>
      <ul className="grid grid-cols-2 gap-3 empty:hidden sm:grid-cols-4">
        {images.map(({ id, thumbnailUrl, description }, index) => (
          <Picture
            key={id}
            url={thumbnailUrl}
            name={description ?? `Picture ${index + 1}`}
            isBusy={isBusy}
            onRemove={() => onRemoveImage(id)}
          />
        ))}
        {files.map((file) => (
          <Unsent
            key={`${file.name} ${file.lastModified}`}
            file={file}
            isBusy={isBusy}
            onRemove={() => onRemoveFile(file)}
          />
        ))}
      </ul>
      {count < itemImagesMax && (
        <div className="flex flex-wrap gap-3">
          <FileButton
            variant="quiet"
            size="small"
            accept={accept}
            capture="environment"
            isDisabled={isBusy}
            icon={<Camera aria-hidden="true" className="size-5" strokeWidth={1.5} />}
            onSelect={onAdd}
          >
            Take one
          </FileButton>
          <FileButton
            variant="quiet"
            size="small"
            accept={accept}
            isDisabled={isBusy}
            icon={<Plus aria-hidden="true" className="size-5" strokeWidth={1.5} />}
            onSelect={onAdd}
          >
            Choose
          </FileButton>
        </div>
      )}
    </fieldset>
  );
}

interface PictureProps {
  url: string | null;
  name: string;
  isBusy: boolean;
  onRemove: () => void;
}

function Unsent({ file, ...props }: { file: File } & Pick<PictureProps, 'isBusy' | 'onRemove'>) {
  return <Picture url={useFileUrl(file)} name={file.name} {...props} />;
}

function Picture({ url, name, isBusy, onRemove }: PictureProps) {
  return (
    <li className="relative aspect-[8/5] overflow-hidden rounded-control border border-line bg-paper">
      {url && <img src={url} alt={name} className="size-full object-cover" />}
      <IconButton
        label="Remove"
        accessibleLabel={`Remove ${name}`}
        isDisabled={isBusy}
        className="absolute top-1 right-1 bg-card"
        icon={<X aria-hidden="true" className="size-5" strokeWidth={1.75} />}
        onPress={onRemove}
      />
    </li>
  );
}
