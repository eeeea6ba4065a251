import { AccessDenied, useMay } from '../ui/allowed.tsx';
import { type ModuleName, modules } from './modules.ts';
import { pageOf } from './pages.ts';

/** 'Financial Management' as it stands within a sentence; 'SMS Services' keeps its initials. */
function withinSentence(label: string): string {
  return label.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
}

/** A module of the staff: its page, or Access Denied for those who may not see it. */
export function ModuleScreen({ module }: { module: ModuleName }) {
  const { label, permission } = modules[module];
  if (!useMay()(permission)) {
    const what = withinSentence(label);
    return <AccessDenied text={`You don't have permission to access ${what}.`} />;
  }
  const Page = pageOf(module);
  return <Page module={module} />;
}
