import { renderToString } from 'react-dom/server';
import { WifiPage } from './wifi-page.tsx';

/** The page before scripts run, which the build writes into its HTML. */
export const html = renderToString(<WifiPage />);
