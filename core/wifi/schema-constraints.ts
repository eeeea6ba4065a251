import type { ConstraintErrors } from '../kernel/errors.ts';

/** Error texts of the constraints of this module's tables. */
export const wifiConstraints = {
  wifi_sessions_intent: {
    kind: 'conflict',
    code: 'wifi.alreadySold',
    message: 'This payment has its WiFi session already.',
  },
  wifi_sessions_access: {
    kind: 'conflict',
    code: 'wifi.accessCode',
    message: 'The access code was drawn twice. Try again.',
  },
  wifi_sessions_fixed: {
    kind: 'conflict',
    code: 'wifi.alreadyEnded',
    message: 'This WiFi session has ended already.',
  },
} as const satisfies ConstraintErrors;
