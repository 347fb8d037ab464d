import { compileMail, type MailContent } from '../../../../platform/mail/compile-mail.tsx';
import { Action, Lines, MailLayout, Soft, Words } from '../../../../platform/mail/layout.tsx';

const values = [
  ...['ownerName', 'years', 'lead', 'coming', 'missingLead', 'missing', 'files', 'checkpoint', 'link'],
] as const satisfies readonly string[];
type Values = Record<
  'ownerName' | 'years' | 'lead' | 'coming' | 'missingLead' | 'missing' | 'files' | 'checkpoint' | 'link',
  string
>;

/**
 * For the owner, once a year: what is coming, what is missing, what is kept. `coming` and `missing` have a
 * line for each; they, `files` and `checkpoint` are empty if there is nothing to say.
 */
export function yearlyMail(all: Values): Promise<MailContent> {
  const shape = `${all.coming !== ''} ${all.missing !== ''} ${all.files !== ''} ${all.checkpoint !== ''}`;
  const compiled = shapes.get(shape) ?? compileShape(all);
  shapes.set(shape, compiled);
  return compiled(all);
}

const shapes = new Map<string, (all: Values) => Promise<MailContent>>();

function compileShape({ coming, missing, files, checkpoint }: Values) {
  const has = {
    coming: coming !== '',
    missing: missing !== '',
    files: files !== '',
    checkpoint: checkpoint !== '',
  };
  return compileMail<keyof Values>({
    values,
    lists: ['coming', 'missing'],
    subject: () => 'Once a year: who will hear from you',
    Body: (mail) => (
      <MailLayout
        title="Who will hear from you in the coming year"
        footer={
          <>
            <Soft>
              You get this once a year, because you have an account with us. You need not answer it: nothing
              changes, whether you read it or not. You can switch it off under Reminders in your notification
              settings.
            </Soft>
            {has.checkpoint && (
              <Soft>
                A seal on our records: {mail.checkpoint}. With this mail anybody can check, years from now,
                that nothing we had written down by today has been changed since.
              </Soft>
            )}
          </>
        }
      >
        <Words>Dear {mail.ownerName},</Words>
        <Words>
          It is {mail.years} since you opened your account. {mail.lead}
        </Words>
        {has.coming && <Lines>{mail.coming}</Lines>}
        <Words>
          <strong>{mail.missingLead}</strong>
        </Words>
        {has.missing && <Words>{mail.missing}</Words>}
        {has.files && <Words>{mail.files}</Words>}
        <Action href={mail.link} label="See the rehearsal" isQuiet={!has.missing} />
      </MailLayout>
    ),
  });
}
