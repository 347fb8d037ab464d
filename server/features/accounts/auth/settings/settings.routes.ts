import { z } from 'zod';
import { ProfileChanges, ProfilePictureForm, User } from '../../../../../shared/accounts/accounts.ts';
import { NotificationChanges } from '../../../../../shared/accounts/notifications.ts';
import { StaleBody } from '../../../../../shared/errors.ts';
import type { App } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { notFound } from '../../../../platform/errors.ts';
import { sendStoredFile } from '../../../../platform/http/stored-file.ts';
import { limitAttempts } from '../../../system/attempt-limits/attempt-limits.ts';
import {
  changeProfilePicture,
  pictureBodyMaxBytes,
  pictureTooLarge,
  removeProfilePicture,
} from '../../profile/pictures/pictures.ts';
import { changeNotifications, pictureVersion, toUser } from '../../profile/profile.ts';
import { passwordAttempts } from '../passwords/passwords.ts';
import { ownerOf, signedIn } from '../sessions/sessions.ts';
import { saveProfile } from './settings.ts';

/** Re-encoding a picture is expensive, and nobody needs more than this. */
const pictureLimit = { max: 30, timeWindow: '10 minutes' };

const answersUser = { response: { 200: User } };

/** The signed-in person's own record. */
export async function settingsRoutes(app: App): Promise<void> {
  const { services } = app;

  app.get('/api/user/profile', { onRequest: signedIn, schema: answersUser }, async (request) =>
    toUser(services, ownerOf(request)),
  );

  app.patch(
    '/api/user/profile',
    {
      onRequest: signedIn,
      preHandler: limitAttempts({
        ...passwordAttempts,
        keyOf: (request) =>
          ProfileChanges.parse(request.body).currentPassword ? ownerOf(request).id : undefined,
      }),
      schema: {
        description:
          'With the version that was read, a profile that has been changed since is left as it is.',
        body: ProfileChanges,
        response: { 200: User, 409: StaleBody(User) },
      },
    },
    async (request) => toUser(services, await saveProfile(services, ownerOf(request), request.body)),
  );

  app.patch(
    '/api/user/notifications',
    { onRequest: signedIn, schema: { body: NotificationChanges, ...answersUser } },
    async (request) => {
      const owner = ownerOf(request);
      return toUser(
        services,
        await inTransaction(services.db, (tx) => changeNotifications(tx, services, owner, request.body)),
      );
    },
  );

  pictureRoutes(app);
}

function pictureRoutes(app: App): void {
  const { services } = app;

  app.post(
    '/api/user/profile-picture',
    {
      onRequest: signedIn,
      bodyLimit: pictureBodyMaxBytes,
      config: { rateLimit: pictureLimit },
      schema: { body: ProfilePictureForm, ...answersUser },
      errorHandler: (error) => {
        throw error.statusCode === 413 ? pictureTooLarge() : error;
      },
    },
    async (request) =>
      toUser(services, await changeProfilePicture(services, ownerOf(request), request.body.profilePicture)),
  );

  app.delete(
    '/api/user/profile-picture',
    { onRequest: signedIn, schema: { response: { 204: z.null() } } },
    async (request, reply) => {
      await removeProfilePicture(services, ownerOf(request).id);
      return reply.status(204).send(null);
    },
  );

  app.get('/api/user/profile-picture', { onRequest: signedIn }, async (request, reply) => {
    const key = ownerOf(request).profilePicture;
    if (!key) throw notFound('This picture');
    const file = {
      key,
      contentType: 'image/webp',
      etag: pictureVersion(key),
      fileName: 'profile-picture.webp',
    };
    return sendStoredFile(request, reply, services, { ...file, download: false });
  });
}
