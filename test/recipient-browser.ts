import type { App } from '../server/platform/context.ts';

/** A recipient's browser: it keeps the cookies that it is given, and sends them. */
export function openBrowser(app: App) {
  const cookies: Record<string, string> = {};
  const request = async (method: 'GET' | 'HEAD' | 'POST' | 'DELETE', url: string, payload?: object) => {
    const answer = await app.inject({ method, url, cookies, ...(payload && { payload }) });
    for (const cookie of answer.cookies) cookies[cookie.name] = cookie.value;
    return answer;
  };
  return {
    get: (url: string) => request('GET', url),
    head: (url: string) => request('HEAD', url),
    /** What a recipient does on their page. */
    act: (token: string, path: string, payload: object = {}) =>
      request('POST', `/api/received/${token}/${path}`, payload),
    undo: (token: string, path: string) => request('DELETE', `/api/received/${token}/${path}`),
    open: (token: string, payload?: object) => request('POST', `/api/received/${token}/open`, payload),
  };
}
