import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readPosition, savePosition } from '../playback-positions.ts';
import { ApiError } from './api-error.ts';
import { readCredentials, storeCredentials } from './credentials.ts';
import { read, readIfSignedIn, write } from './request.ts';
import { beforeSessionEnd, readSessionEndNotice } from './session-end.ts';
import { afterTokenRenewal, renewToken } from './token-renewal.ts';

/** A browser's storage, in memory. */
function storage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
    clear: () => items.clear(),
  };
}

let answer = { status: 200, body: '{}' };
let asked: { method: string | undefined; headers: IncomingHttpHeaders; body: string };
const server = createServer(async (request, response) => {
  const chunks = await request.setEncoding('utf8').toArray();
  asked = { method: request.method, headers: request.headers, body: chunks.join('') };
  response.writeHead(answer.status).end(answer.body);
});
let url: string;
const reload = vi.fn();

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/memories`;
});

afterAll(() => {
  vi.unstubAllGlobals();
  server.close();
});

beforeEach(() => {
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
  vi.stubGlobal('window', { location: { reload }, sessionStorage });
  reload.mockClear();
  storeCredentials({ token: 'secret-token', userText: '{}' });
  answer = { status: 200, body: '{}' };
});

const refused = '{"message":"Please sign in to continue","code":"not_signed_in"}';
const signedIn = { token: 'secret-token', userText: '{}' };
const signedOut = { token: null, userText: null };

describe('a read', () => {
  test('carries the bearer token and no content type', async () => {
    answer = { status: 200, body: '[1]' };
    expect(await read(url)).toEqual([1]);
    expect(asked.headers.authorization).toBe('Bearer secret-token');
    expect(asked.headers['content-type']).toBeUndefined();
  });

  test('401: throws and leaves the session', async () => {
    answer = { status: 401, body: refused };
    await expect(read(url)).rejects.toThrow(`401: ${refused}`);
    expect(readCredentials()).toEqual(signedIn);
    expect(reload).not.toHaveBeenCalled();
  });

  test('401: answers nothing where asked to', async () => {
    answer = { status: 401, body: refused };
    expect(await readIfSignedIn(url)).toBeNull();
    answer = { status: 500, body: '' };
    await expect(readIfSignedIn(url)).rejects.toThrow(ApiError);
  });
});

describe('a write', () => {
  test('sends JSON with its content type', async () => {
    await write('POST', url, { title: 'For Maya' });
    expect(asked).toMatchObject({ method: 'POST', body: '{"title":"For Maya"}' });
    expect(asked.headers['content-type']).toBe('application/json');
  });

  test('without a body has no content type; an empty answer is undefined', async () => {
    answer = { status: 204, body: '' };
    expect(await write('DELETE', url)).toBeUndefined();
    expect(asked.headers['content-type']).toBeUndefined();
  });

  test.each([401, 403])(
    '%i: keeps drafts, removes token, user and what the tab remembers, and loads the page anew',
    async (status) => {
      answer = { status, body: refused };
      savePosition('a-memory', 5);
      const tokensSeen: (string | null)[] = [];
      const stop = beforeSessionEnd(() => {
        tokensSeen.push(readCredentials().token);
        return true;
      });
      await expect(write('POST', url, {})).rejects.toThrow(`${status}: ${refused}`);
      await afterTokenRenewal();
      stop();
      expect(tokensSeen).toEqual(['secret-token']);
      expect(readCredentials()).toEqual(signedOut);
      expect(readPosition('a-memory')).toBe(0);
      expect(readSessionEndNotice()).toEqual({ reason: 'refused', draftKept: true });
      expect(reload).toHaveBeenCalledOnce();
    },
  );

  test('403 to staff who have to enter their password again: leaves the session', async () => {
    answer = {
      status: 403,
      body: '{"code":"fresh_sign_in_needed","message":"Please enter your password again"}',
    };
    await expect(write('POST', url, {})).rejects.toThrow(ApiError);
    expect(readCredentials()).toEqual(signedIn);
    expect(reload).not.toHaveBeenCalled();
  });

  test.each([402, 409, 500])('%i: leaves the session', async (status) => {
    answer = { status, body: '' };
    await expect(write('POST', url, {})).rejects.toThrow(ApiError);
    expect(readCredentials()).toEqual(signedIn);
  });

  test('401: a late answer leaves the session of whoever signed in since', async () => {
    answer = { status: 401, body: refused };
    const late = write('POST', url, {});
    storeCredentials({ token: 'newer-token', userText: '{}' });
    await expect(late).rejects.toThrow(ApiError);
    await afterTokenRenewal();
    expect(readCredentials().token).toBe('newer-token');
  });

  test('401 to the old token: leaves the session that is getting another', async () => {
    answer = { status: 401, body: refused };
    await renewToken(async () => {
      await expect(write('POST', url, {})).rejects.toThrow(ApiError);
      storeCredentials({ token: 'newer-token', userText: '{}' });
    });
    await afterTokenRenewal();
    expect(readCredentials().token).toBe('newer-token');
    expect(reload).not.toHaveBeenCalled();
  });

  test('401 to what was to bring another token: ends the session', async () => {
    answer = { status: 401, body: refused };
    await expect(renewToken(() => write('POST', url, {}))).rejects.toThrow(ApiError);
    await afterTokenRenewal();
    expect(readCredentials()).toEqual(signedOut);
  });

  test('401: a sign-in sends no token and leaves the session', async () => {
    answer = { status: 401, body: refused };
    await expect(write('POST', url, {}, { anonymous: true })).rejects.toThrow(ApiError);
    expect(asked.headers.authorization).toBeUndefined();
    expect(readCredentials()).toEqual(signedIn);
  });

  test.each([401, 403])('%i: what anybody may do sends the token and leaves the session', async (status) => {
    answer = { status, body: refused };
    await expect(write('POST', url, {}, { keepsSession: true })).rejects.toThrow(ApiError);
    expect(asked.headers.authorization).toBe('Bearer secret-token');
    expect(readCredentials()).toEqual(signedIn);
    expect(reload).not.toHaveBeenCalled();
  });
});
