import type { onRequestAsyncHookHandler } from 'fastify';
import type { SwitchableFeature } from '../../../../shared/system/feature-switches.ts';
import { AppError } from '../../../platform/errors.ts';

/** Lets a request pass unless the operator has switched `feature` off; then 409 in the words that its page shows. */
export function unlessOff(feature: SwitchableFeature): onRequestAsyncHookHandler {
  return async (request) => {
    if (!request.server.services.config.featuresOff.has(feature)) return;
    throw new AppError('conflict', 'This feature will be available soon');
  };
}
