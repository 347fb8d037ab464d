/** What other features may use of reports, besides the queries. */
export { MistakenReportText, ReadButton } from './mistaken-report-banner.tsx';
