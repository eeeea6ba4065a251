import type { Permission } from '@nimule/core/identity/permissions';
import type { Topic } from '../help/guides.ts';
import type { ModuleIcon } from './module-icons.tsx';

/** The sections of the sidebar, in order (seeds/000 2). */
export const sections = ['Core ISP Operations', 'Business ERP Modules'] as const;

export interface ModuleRow {
  /** URL path. Tabs and views of the dashboard have `tab` or `view` instead; their name is the query parameter. */
  path?: `/${string}`;
  tab?: true;
  /** A view of the dashboard that is no tab (decision 46); its name is the query parameter `view`. */
  view?: true;
  /** Shown in the sidebar, in the search and on links. */
  label: string;
  /** Page heading and document title; defaults to the label. */
  title?: string;
  /** An icon of Blueprint; scripts/assembly.ts lists it in module-icons.tsx. */
  icon?: ModuleIcon;
  /** Section of the sidebar. Modules without one are linked from the pages of `linkedFrom`, views from the shell. */
  section?: (typeof sections)[number];
  /** Modules whose pages link to it. */
  linkedFrom?: readonly string[];
  /** Text of those links; default: the label. */
  linkText?: string;
  /** Query parameter that names the linking module. */
  linkParam?: string;
  /** Required to see it. Without it there is no link, and its URL shows Access Denied. */
  permission: Permission;
  /** File under web/pages, without `.tsx`; its only export is the page component. */
  page?: `${string}/${string}-page`;
  /** A page with a bundle of its own (web/wifi), served by the API; links to it load it anew. */
  ownPage?: true;
  /** The section of a guide that helps there; for tabs and forms see help/help-topics.ts. */
  help: Topic;
}
