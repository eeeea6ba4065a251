import { startPage } from '../light/start.tsx';
import { WifiPage } from './wifi-page.tsx';

startPage(<WifiPage />);
