import { FeatureSwitches } from '../../../../shared/system/feature-switches.ts';
import type { App } from '../../../platform/context.ts';

/** What this installation does not offer, for anybody who asks. */
export async function featureSwitchesRoutes(app: App): Promise<void> {
  app.get('/api/features', { schema: { response: { 200: FeatureSwitches } } }, async () => ({
    off: [...app.services.config.featuresOff],
  }));
}
