import { NotificationChanges, ProfileChanges, ProfilePictureForm, User } from '../../../shared/accounts.ts';
import type { App } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { sendStoredFile } from '../../platform/http/stored-file.ts';
import { ownerOf, signedIn } from '../sessions/sessions.ts';
import { changeNotifications, changeProfile, pictureVersion, toUser } from './accounts.ts';
import { changeProfilePicture, pictureBodyMaxBytes, pictureTooLarge } from './profile-pictures.ts';

/** Drawing a picture anew is work: nobody needs more than this. */
const pictureLimit = { max: 30, timeWindow: '10 minutes' };

/** The signed-in person's own record. */
export async function accountsRoutes(app: App): Promise<void> {
  const { services } = app;
  const { db, storage } = services;
  const answersUser = { response: { 200: User } };

  app.get('/api/user/profile', { onRequest: signedIn, schema: answersUser }, async (request) =>
    toUser(ownerOf(request)),
  );

  app.patch(
    '/api/user/profile',
    { onRequest: signedIn, schema: { body: ProfileChanges, ...answersUser } },
    async (request) => toUser(await changeProfile(db, services, ownerOf(request), request.body)),
  );

  app.patch(
    '/api/user/notifications',
    { onRequest: signedIn, schema: { body: NotificationChanges, ...answersUser } },
    async (request) => toUser(await changeNotifications(db, services, ownerOf(request), request.body)),
  );

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
      toUser(await changeProfilePicture(services, ownerOf(request), request.body.profilePicture)),
  );

  app.get('/api/user/profile-picture', { onRequest: signedIn }, async (request, reply) => {
    const key = ownerOf(request).profilePicture;
    if (!key) throw notFound('This picture');
    // Asked again each time, so that a browser's copy is of no use after sign-out.
    reply.header('cache-control', 'private, no-cache');
    const file = {
      key,
      contentType: 'image/webp',
      etag: pictureVersion(key),
      fileName: 'profile-picture.webp',
    };
    return sendStoredFile(request, reply, storage, { ...file, download: false });
  });
}
