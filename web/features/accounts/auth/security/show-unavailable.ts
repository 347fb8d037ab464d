import { toast } from '../../../../ui/toast.ts';

/** Shown where this installation does not offer the feature. */
export function showUnavailable(): void {
  toast({ title: 'This feature will be available soon' });
}
