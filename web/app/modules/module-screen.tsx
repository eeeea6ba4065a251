import { AccessDenied, useMay } from '../../ui/allowed.tsx';
import { type ModuleName, modules } from '../modules.ts';
import { pageOf } from '../pages.ts';

/** 'Financial Management' → 'financial management', 'SMS Services' → 'SMS services'. */
function lowerCaseWords(label: string): string {
  return label.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
}

/** The page of a staff module, or Access Denied without its permission. */
export function ModuleScreen({ module }: { module: ModuleName }) {
  const { label, permission } = modules[module];
  if (!useMay()(permission)) {
    const what = lowerCaseWords(label);
    return <AccessDenied text={`You don't have permission to access ${what}.`} />;
  }
  const Page = pageOf(module);
  return <Page module={module} />;
}
