import '../ui/theme.css';
import { startTheme } from '../ui/theme.ts';
import { startApp } from './app.ts';
import './controls.css';
import './packages.css';
import './session.css';
import './wifi.css';

startTheme();
startApp(document.getElementById('root')!);
