// Rules for a report that the page needs before it loads anything else. Without zod.

export const reporterRelationships = [
  'spouse',
  'child',
  'parent',
  'sibling',
  'relative',
  'friend',
  'legal_representative',
  'other',
] as const;

export const proofMaxBytes = 10 * 1024 * 1024;
export const proofMediaTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/heic'] as const;

export const proofTooLarge = 'This file is larger than 10 MB. A photo of the paper is enough.';
export const proofWrongType = 'Please choose a PDF, a JPEG, a PNG or a HEIC file';
export const evidenceMaxCharacters = 4000;

/** For what a trusted contact adds in their own words. */
export const noteMaxCharacters = 1000;
