import '../ui/theme.css';
import { startTheme } from '../ui/theme.ts';
import { startApp } from './app.ts';
import './wifi.css';

startTheme();
startApp(document.getElementById('root')!);
