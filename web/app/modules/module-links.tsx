import { useMay } from '../../ui/allowed.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { type ModuleName, modules } from '../modules.ts';
import { addressOf } from '../paths.ts';
import { moduleIcons } from './module-icons.tsx';
import { linksFrom } from './visible-modules.ts';

/** Links to the modules that list this one in `linkedFrom`, if the user may see them. */
export function ModuleLinks({ from }: { from: ModuleName }) {
  return linksFrom(useMay(), from).map((name) => {
    const { label, icon, linkText = label, linkParam } = modules[name];
    const to = linkParam ? `${addressOf(name)}?${linkParam}=${from}` : addressOf(name);
    return (
      <LinkButton key={name} to={to} {...(icon && { icon: moduleIcons[icon] })}>
        {linkText}
      </LinkButton>
    );
  });
}
