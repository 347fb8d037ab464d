import { lazy } from 'react';

/** Loaded when it opens. */
export const GiftDialog = lazy(async () => ({ default: (await import('./gift-dialog.tsx')).GiftDialog }));
