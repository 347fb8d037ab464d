import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Makes a certificate for this host, signed by itself, as `certificate.pem` in `dir`, with its `key.pem`. */
export function makeCertificate(dir: string): void {
  const what = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2', '-nodes'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const files = ['-keyout', join(dir, 'key.pem'), '-out', join(dir, 'certificate.pem')];
  execFileSync('openssl', ['req', '-x509', ...key, ...what, ...files], { stdio: 'ignore' });
}
