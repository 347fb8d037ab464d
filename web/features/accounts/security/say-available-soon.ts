import { toast } from '../../../ui/toast.ts';

/** The answer of an installation that does not offer a change of password or two-factor sign-in. */
export function sayAvailableSoon(): void {
  toast({ title: 'This feature will be available soon' });
}
