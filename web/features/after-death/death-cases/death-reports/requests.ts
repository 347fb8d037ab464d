import type {
  BegunDeathReport,
  DeathReport,
  ReportDeadlines,
} from '../../../../../shared/after-death/death-reports.ts';
import { read, type WriteOptions, write } from '../../../../lib/api/request.ts';
import { upload } from '../../../../lib/api/upload.ts';
import { deviceTimeZone } from '../../../../lib/device.ts';
import { type Answers, formOf } from './answers.ts';

const path = '/api/death-reports';
/** Works without signing in, and a refusal does not end a session. */
const anonymous: WriteOptions = { anonymous: true };

export function readDeadlines(signal: AbortSignal): Promise<ReportDeadlines> {
  return read(`${path}/deadlines?${new URLSearchParams({ timezone: deviceTimeZone() })}`, { signal });
}

export function readReport(token: string): Promise<DeathReport> {
  return read(of(token));
}

/**
 * Has a code mailed to the reporter. A signed-in reporter is recorded as such: members of staff do not decide
 * about their own reports.
 */
export function beginReport(answers: Answers): Promise<BegunDeathReport> {
  return write('POST', path, formOf(answers, deviceTimeZone()), { keepsSession: true });
}

export function changeReport(token: string, answers: Answers): Promise<DeathReport> {
  return write('PATCH', of(token), formOf(answers, deviceTimeZone()), anonymous);
}

export function sendAnotherCode(token: string): Promise<void> {
  return write('POST', `${of(token)}/code`, undefined, anonymous);
}

export function confirmEmail(token: string, code: string): Promise<DeathReport> {
  return write('POST', `${of(token)}/confirm`, { code }, anonymous);
}

export function submitReport(token: string): Promise<DeathReport> {
  return write('POST', `${of(token)}/submit`, undefined, anonymous);
}

export function sendOtherEvidence(token: string, text: string): Promise<DeathReport> {
  return write('PUT', `${of(token)}/other-evidence`, { text }, anonymous);
}

export function takeBackProof(token: string, proofId: string): Promise<DeathReport> {
  return write('DELETE', `${of(token)}/proofs/${encodeURIComponent(proofId)}`, undefined, anonymous);
}

export function uploadProof(
  token: string,
  file: File,
  options: { signal: AbortSignal; onProgress: (percent: number) => void },
): Promise<DeathReport> {
  const form = new FormData();
  form.append('kind', 'certificate');
  form.append('file', file);
  return upload(`${of(token)}/proofs`, form, options);
}

function of(token: string): string {
  return `${path}/${encodeURIComponent(token)}`;
}
