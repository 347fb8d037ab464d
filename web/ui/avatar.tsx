import { useState } from 'react';
import { joinClasses } from './join-classes.ts';

export interface AvatarProps {
  name: string;
  pictureUrl?: string | null | undefined;
  size?: 'small' | 'medium' | 'card' | 'page' | 'large' | undefined;
  /** True if the name is shown beside it. */
  isDecorative?: boolean | undefined;
}

const sizes = {
  small: 'size-8 text-small',
  medium: 'size-10.5 text-base',
  card: 'size-14 text-[1.5rem]',
  page: 'size-16 text-[1.75rem] md:size-21 md:text-[2.375rem]',
  large: 'size-24 text-[2.25rem]',
};

/** The person's picture, or their initial if there is none or it fails to load. */
export function Avatar({ name, pictureUrl, size = 'medium', isDecorative }: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState<string>();
  const shape = joinClasses('flex-none overflow-hidden rounded-full bg-gold-wash', sizes[size]);
  if (pictureUrl && pictureUrl !== failedUrl) {
    return (
      <img
        src={pictureUrl}
        alt={isDecorative ? '' : name}
        className={joinClasses(shape, 'object-cover')}
        onError={() => setFailedUrl(pictureUrl)}
      />
    );
  }
  const initial = name.trim().charAt(0).toUpperCase();
  const described = isDecorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name };
  return (
    <span
      {...described}
      className={joinClasses(shape, 'grid place-items-center font-serif font-medium text-gold')}
    >
      {initial}
    </span>
  );
}
