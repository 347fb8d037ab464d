import { Route, Switch } from 'wouter';
import { EmailLinkPage } from './email-link-page.tsx';
import { emailLinks } from './email-links.tsx';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';

/** The pages behind the links in account mails, and the form for requesting a password reset. */
export function AccountLinksPage() {
  return (
    <Switch>
      <Route path="/forgot-password" component={ForgotPasswordPage} />
      <Route path="/reset-password/:token">
        {({ token }) => <ResetPasswordPage key={token} token={token} />}
      </Route>
      {Object.entries(emailLinks).map(([path, link]) => (
        <Route key={path} path={`/${path}/:token`}>
          {({ token }: { token: string }) => <EmailLinkPage key={token} token={token} link={link} />}
        </Route>
      ))}
    </Switch>
  );
}
