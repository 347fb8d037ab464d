import { profilePictureMaxBytes } from '../../../../../shared/accounts/accounts.ts';

/** Why this file cannot be a profile picture; undefined if it can. */
export function refusePicture({ size, type }: Pick<File, 'size' | 'type'>): string | undefined {
  if (size > profilePictureMaxBytes) return 'File size must be less than 5MB';
  if (!type.startsWith('image/')) return 'Please select an image file';
  return undefined;
}

export function readAsDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'));
    reader.readAsDataURL(file);
  });
}
