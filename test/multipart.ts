interface FormFile {
  name: string;
  contentType: string;
  bytes: Buffer;
}

const boundary = 'a-boundary-that-no-test-file-holds';

/** The body and headers of a multipart form, fields first, as browsers send it. */
export function multipart(
  fields: Record<string, string>,
  file?: FormFile,
): { payload: Buffer; headers: Record<string, string> } {
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  if (file) {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: ${file.contentType}\r\n\r\n`;
    parts.push(Buffer.from(head), file.bytes, Buffer.from('\r\n'));
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    payload: Buffer.concat(parts),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
