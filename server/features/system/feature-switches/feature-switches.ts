import type { onRequestAsyncHookHandler } from 'fastify';
import type { SwitchableFeature } from '../../../../shared/system/feature-switches.ts';
import { AppError } from '../../../platform/errors.ts';

/** Throws 409, with the text that the page shows, if the operator has switched `feature` off. */
export function unlessOff(feature: SwitchableFeature): onRequestAsyncHookHandler {
  return async (request) => {
    if (!request.server.services.config.featuresOff.has(feature)) return;
    throw new AppError('conflict', 'This feature will be available soon');
  };
}
