/** Whether a host name or address means this machine itself. */
export function isLoopback(host: string): boolean {
  return /^(localhost|(::ffff:)?127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}
