/** What the server sends; `body` is left out for HEAD. */
export interface S3Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** A refusal in S3's terms: its error code and HTTP status. */
export class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message = code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function xmlAnswer(status: number, xml: string): S3Answer {
  const body = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);
  return { status, headers: { 'content-type': 'application/xml' }, body };
}

export function refusalAnswer({ status, code, message }: S3Refusal): S3Answer {
  return xmlAnswer(status, `<Error><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`);
}

export function emptyAnswer(status: number, headers: Record<string, string> = {}): S3Answer {
  return { status, headers, body: Buffer.alloc(0) };
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

export function unescapeXml(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}
