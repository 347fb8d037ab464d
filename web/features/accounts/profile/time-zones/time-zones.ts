/** What other features may use. */
export { TimeZoneField } from './time-zone-field.tsx';
