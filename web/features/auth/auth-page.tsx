import { Page } from '../../ui/Page.tsx';
export function AuthPage() {
  return <Page title="Welcome Back">{null}</Page>;
}
