import { FeatureSwitches } from '../../../../shared/system/feature-switches.ts';
import type { App } from '../../../platform/context.ts';

/** Lists the features that this installation has switched off. Public. */
export async function featureSwitchesRoutes(app: App): Promise<void> {
  app.get('/api/features', { schema: { response: { 200: FeatureSwitches } } }, async () => ({
    off: [...app.services.config.featuresOff],
  }));
}
