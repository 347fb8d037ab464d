import { z } from 'zod';
import { personName } from '../person-names.ts';
import { CalendarDay, EmailAddress, Id, Instant, plainText, TimeZone } from '../values.ts';
import { evidenceMaxCharacters, proofMediaTypes, reporterRelationships } from './report-rules.ts';

export * from './report-rules.ts';

// Somebody tells us that a person has died. They need no account, and no response reveals whether the person had one.
//
//   POST  /api/death-reports                       201 begins a report and mails the six-digit code
//   GET   /api/death-reports/deadlines?timezone=     the days to expect if it is sent now
//   GET   /api/death-reports/:token                the report; the token is in the response above and in each mail
//   PATCH /api/death-reports/:token                changes answers, until it is sent
//   POST  /api/death-reports/:token/code           mails another code
//   POST  /api/death-reports/:token/confirm        { code }
//   POST  /api/death-reports/:token/proofs         201 multipart: `kind`, then `file`; also after it was sent
//   DELETE /api/death-reports/:token/proofs/:id    takes a file back, until the report is sent
//   PUT   /api/death-reports/:token/other-evidence { text }
//   POST  /api/death-reports/:token/submit         sends it; the proof may follow

export const ReporterRelationship = z.enum(reporterRelationships, 'Please say how you knew them');
export type ReporterRelationship = z.output<typeof ReporterRelationship>;

export const proofsPerReport = 6;
export const ProofMediaType = z.enum(proofMediaTypes);
export type ProofMediaType = z.output<typeof ProofMediaType>;

/** A statement by a funeral director or a physician, or by two people who know; staff weigh it. */
const proofKinds = ['certificate', 'statement'] as const;
export const ProofKind = z.enum(proofKinds, 'Please say what kind of proof this is');
export type ProofKind = z.output<typeof ProofKind>;

/** Earlier years are typing mistakes: nobody who had an account can have died before there were any. */
const earliestYear = 2000;

/** The day in the time zone that is furthest ahead, so that nobody's today is refused. */
const latestToday = () => new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);

const DateOfDeath = z
  .string('Please enter the day')
  .pipe(CalendarDay)
  .refine((day) => day <= latestToday(), 'This day is still to come. Please check it.')
  .refine((day) => Number(day.slice(0, 4)) >= earliestYear, 'Please check the year');

const nameMissing = 'Please enter a name';

export const DeathReportForm = z.object({
  reporterName: personName(200, 'Please enter your name'),
  reporterEmail: EmailAddress,
  relationship: ReporterRelationship,
  personName: personName(200, nameMissing),
  /** The email address that they may have used here, if the reporter knows one. */
  personEmail: z.union([z.literal('').transform(() => null), EmailAddress]).nullish(),
  dateOfDeath: DateOfDeath,
  isDateApproximate: z.boolean().default(false),
  /** From the reporter's browser, for the days and times in mails. */
  timezone: TimeZone.optional(),
});
export type DeathReportForm = z.output<typeof DeathReportForm>;

/** Omitted fields stay as they are. If the reporter's address changes, it has to be confirmed again. */
export const DeathReportChanges = DeathReportForm.partial().extend({
  isDateApproximate: z.boolean().optional(),
});
export type DeathReportChanges = z.output<typeof DeathReportChanges>;

export const ReportCodeForm = z.object({
  code: z
    .string('Please enter the six-digit code')
    .trim()
    .regex(/^\d{6}$/, 'Please enter the six-digit code'),
});

export const OtherEvidenceForm = z.object({ text: plainText(evidenceMaxCharacters).trim() });

/** The days to expect, as instants. For a report that was sent they are counted from then, and never move earlier. */
export const ReportDeadlines = z.object({
  /** By when somebody here reads the proof, if it comes with the report. Later if more was sent since. */
  readBy: Instant,
  /** For how many hours the person can then still say that it is a mistake. */
  objectionHours: z.number(),
  /** Nothing is delivered before this because of the report. */
  deliveredFrom: Instant,
});
export type ReportDeadlines = z.input<typeof ReportDeadlines>;

export const DeadlinesQuery = z.object({ timezone: TimeZone.optional() });

const reportStates = [
  'draft',
  'awaiting_proof',
  'in_review',
  'verified',
  /** Verified, then stopped: somebody is looking at it again. */
  'stopped',
  'rejected',
  /** The release that it had led to was undone. */
  'revoked',
] as const;
export const ReportState = z.enum(reportStates);
export type ReportState = z.output<typeof ReportState>;

export const Proof = z.object({
  id: Id,
  kind: ProofKind,
  mediaType: ProofMediaType,
  sizeBytes: z.number(),
  pages: z.number().nullable(),
  receivedAt: Instant,
});

/** `preview` is a small version of an image, as a `data:` URL; null once the report is sent. */
const ReportersProof = Proof.extend({ preview: z.string().nullable() });

export const DeathReport = z.object({
  state: ReportState,
  reporterName: z.string(),
  reporterEmail: z.string(),
  relationship: ReporterRelationship,
  personName: z.string(),
  personEmail: z.string().nullable(),
  dateOfDeath: CalendarDay,
  isDateApproximate: z.boolean(),
  timezone: z.string(),
  emailConfirmed: z.boolean(),
  proofs: z.array(ReportersProof),
  otherEvidence: z.string().nullable(),
  submittedAt: Instant.nullable(),
  deadlines: ReportDeadlines,
});
export type DeathReport = z.input<typeof DeathReport>;

export const BegunDeathReport = z.object({
  /** For the paths above; whoever has it can read the report, and change it until it is sent. */
  token: z.string(),
  report: DeathReport,
});
export type BegunDeathReport = z.input<typeof BegunDeathReport>;
