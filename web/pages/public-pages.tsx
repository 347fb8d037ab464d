import type { ComponentType } from 'react';
import type { PublicPath } from '../../shared/pages.ts';
import { FaqPage } from './faq-page.tsx';
import { LandingPage } from './landing-page.tsx';
import { PrivacyPage } from './privacy-page.tsx';
import { TermsPage } from './terms-page.tsx';

export const publicPageComponents: Readonly<Record<PublicPath, ComponentType>> = {
  '/': LandingPage,
  '/faq': FaqPage,
  '/terms-of-service': TermsPage,
  '/privacy-policy': PrivacyPage,
};
