import { z } from 'zod';

/** What an operator can switch off. */
export const switchableFeatures = ['password-change', 'two-factor', 'account-deletion'] as const;
export type SwitchableFeature = (typeof switchableFeatures)[number];

export const FeatureSwitches = z.object({ off: z.array(z.enum(switchableFeatures)) });
export type FeatureSwitches = z.infer<typeof FeatureSwitches>;
