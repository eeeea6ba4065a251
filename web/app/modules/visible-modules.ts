import type { Permission } from '@nimule/core/identity/permissions';
import { type BuiltImportType, mayImport } from '@nimule/core/imports/schema-types';
import { isPublic, type ModuleName, moduleNames, modules } from '../modules.ts';
import { sections } from './module-row.ts';

type May = (permission: Permission) => boolean;

/** Staff modules that the user may see. */
export function modulesFor(may: May): ModuleName[] {
  return moduleNames.filter((name) => !isPublic(name) && may(modules[name].permission));
}

/** Sidebar sections with the modules that the user may see. */
export function sidebarFor(may: May): { title: string; items: ModuleName[] }[] {
  const shown = modulesFor(may);
  return sections.map((title) => ({
    title,
    items: shown.filter((name) => modules[name].section === title),
  }));
}

/** Modules linked from the pages of this one that the user may see; of the import centre, where they may import. */
export function linksFrom(may: May, name: ModuleName): ModuleName[] {
  return modulesFor(may).filter(
    (target) =>
      modules[target].linkedFrom?.includes(name) &&
      (target !== 'dataImport' || mayImport(may, name as BuiltImportType)),
  );
}
