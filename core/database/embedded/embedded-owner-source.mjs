// Starts embedded-owner.ts in development, where no compiled file exists.
import { register } from 'tsx/esm/api';

register();
await import('./embedded-owner.ts');
