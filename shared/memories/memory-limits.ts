import { type FileMemoryType, isWritten, type MemoryType } from '../memory-types.ts';

// What a memory may contain. Without schemas, since screens show it and should not load zod for that.

export type { FileMemoryType };

export const recipientGroups = ['children', 'spouse', 'family', 'friends'] as const;

export const memoryFileMaxBytes = 52_428_800;
export const letterMaxCharacters = 5000;

/** The file formats a memory may have, with the content types that browsers send for them. */
export const acceptedFormats: Readonly<Record<FileMemoryType, Readonly<Record<string, readonly string[]>>>> =
  {
    photo: {
      jpeg: ['image/jpeg', 'image/jpg', 'image/pjpeg'],
      png: ['image/png'],
      gif: ['image/gif'],
      webp: ['image/webp'],
    },
    video: {
      mp4: ['video/mp4', 'video/x-m4v'],
      avi: ['video/x-msvideo', 'video/avi', 'video/msvideo', 'video/vnd.avi'],
      mov: ['video/quicktime'],
      webm: ['video/webm'],
    },
    audio: {
      mp3: ['audio/mpeg', 'audio/mp3'],
      wav: ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
      ogg: ['audio/ogg', 'application/ogg', 'audio/opus'],
      m4a: ['audio/mp4', 'audio/x-m4a', 'audio/m4a', 'audio/aac'],
    },
  };

export const fileTooLarge = {
  title: 'File too large',
  message: 'Please select a file smaller than 50MB',
} as const;

export function invalidFileType(type: MemoryType) {
  return { title: 'Invalid file type', message: `Please select a valid ${type} file` } as const;
}

export function requiredFieldsMissing(type: MemoryType) {
  return {
    title: 'Required fields missing',
    message: isWritten(type)
      ? 'Please fill in title and recipient before saving'
      : 'Please fill in title and recipient before uploading',
  } as const;
}

/** For how long a member of staff may look at what they have opened. Without schemas, since the web loads it. */
export const openingMinutes = 15;
