import {
  BankAccountIcon,
  BoxIcon,
  ChartIcon,
  ChatIcon,
  ClipboardIcon,
  CreditCardIcon,
  DashboardIcon,
  DatabaseIcon,
  DollarIcon,
  EnvelopeIcon,
  GlobeNetworkIcon,
  IdNumberIcon,
  LifesaverIcon,
  PeopleIcon,
  ShoppingCartIcon,
  UserIcon,
} from '@blueprintjs/icons';
import { isPrivileged } from '@nimule/core/identity/roles';
import type { CurrentUser } from '@nimule/core/identity/schema';
import type { ReactElement } from 'react';
import { type DashboardTab, paths } from './paths.ts';

export interface NavigationItem {
  label: string;
  to: string;
  icon: ReactElement;
  /** A tab of the dashboard is active by the tab, not by the address alone. */
  tab?: DashboardTab;
  /** Without it every signed-in role sees the item (seeds/000 6). */
  shownTo?: (user: CurrentUser) => boolean;
}

const privileged = (user: CurrentUser) => isPrivileged(user.role);
const notTechnicalManager = (user: CurrentUser) => user.role !== 'technical_manager';

export interface NavigationSection {
  title: string;
  items: readonly NavigationItem[];
}

/** The sidebar's two sections, labels and order of seeds/000 2; who sees what of seeds/000 6. */
export const sections: readonly NavigationSection[] = [
  {
    title: 'Core ISP Operations',
    items: [
      {
        label: 'Dashboard Overview',
        to: paths.dashboard('overview'),
        icon: <DashboardIcon />,
        tab: 'overview',
      },
      {
        label: 'Customer Management',
        to: paths.dashboard('customers'),
        icon: <PeopleIcon />,
        tab: 'customers',
      },
      {
        label: 'Billing & Accounts',
        to: paths.dashboard('billing'),
        icon: <CreditCardIcon />,
        tab: 'billing',
      },
      { label: 'Internet Vouchers', to: paths.voucherManagement, icon: <ClipboardIcon /> },
      {
        label: 'Network Management',
        to: paths.dashboard('network'),
        icon: <GlobeNetworkIcon />,
        tab: 'network',
      },
      {
        label: 'Support Tickets',
        to: paths.dashboard('support'),
        icon: <LifesaverIcon />,
        tab: 'support',
      },
      { label: 'SMS Services', to: paths.dashboard('sms'), icon: <EnvelopeIcon />, tab: 'sms' },
      { label: 'AI Customer Support', to: paths.dashboard('ai'), icon: <ChatIcon />, tab: 'ai' },
      {
        label: 'Reports & Analytics',
        to: paths.dashboard('reports'),
        icon: <ChartIcon />,
        tab: 'reports',
      },
    ],
  },
  {
    title: 'Business ERP Modules',
    items: [
      {
        label: 'Financial Management',
        to: paths.accounting,
        icon: <BankAccountIcon />,
        shownTo: notTechnicalManager,
      },
      { label: 'Expense Management', to: paths.expenseManagement, icon: <DollarIcon /> },
      {
        label: 'Human Resources',
        to: paths.hr,
        icon: <IdNumberIcon />,
        shownTo: notTechnicalManager,
      },
      { label: 'Procurement', to: paths.procurement, icon: <ShoppingCartIcon /> },
      { label: 'Sales Management', to: paths.equipment, icon: <BoxIcon /> },
      {
        label: 'User Management',
        to: paths.userManagement,
        icon: <UserIcon />,
        shownTo: privileged,
      },
      {
        label: 'Backup & Security',
        to: paths.backupManagement,
        icon: <DatabaseIcon />,
        shownTo: privileged,
      },
    ],
  },
];

/** The sections as this user sees them. */
export function sectionsFor(user: CurrentUser): NavigationSection[] {
  return sections.map(({ title, items }) => ({
    title,
    items: items.filter((item) => item.shownTo?.(user) ?? true),
  }));
}
