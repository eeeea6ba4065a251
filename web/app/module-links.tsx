import { useMay } from '../ui/allowed.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { moduleIcons } from './module-icons.tsx';
import { linksFrom, type ModuleName, modules } from './modules.ts';
import { addressOf } from './paths.ts';

/** Links to the modules that are reached from the pages of this one, those that the user may see. */
export function ModuleLinks({ from }: { from: ModuleName }) {
  return linksFrom(useMay(), from).map((name) => {
    const { label, icon } = modules[name];
    return (
      <LinkButton key={name} to={addressOf(name)} {...(icon && { icon: moduleIcons[icon] })}>
        {label}
      </LinkButton>
    );
  });
}
