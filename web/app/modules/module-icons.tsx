// Written by scripts/assembly.ts.
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
  ImportIcon,
  LifesaverIcon,
  MapIcon,
  PeopleIcon,
  ShoppingCartIcon,
  UserIcon,
} from '@blueprintjs/icons';

/** Module icons by name. Separate from modules.ts, which public pages load without icons. */
export const moduleIcons = {
  'bank-account': <BankAccountIcon />,
  box: <BoxIcon />,
  chart: <ChartIcon />,
  chat: <ChatIcon />,
  clipboard: <ClipboardIcon />,
  'credit-card': <CreditCardIcon />,
  dashboard: <DashboardIcon />,
  database: <DatabaseIcon />,
  dollar: <DollarIcon />,
  envelope: <EnvelopeIcon />,
  'globe-network': <GlobeNetworkIcon />,
  'id-number': <IdNumberIcon />,
  import: <ImportIcon />,
  lifesaver: <LifesaverIcon />,
  map: <MapIcon />,
  people: <PeopleIcon />,
  'shopping-cart': <ShoppingCartIcon />,
  user: <UserIcon />,
} as const;

export type ModuleIcon = keyof typeof moduleIcons;
