import { Classes } from '@blueprintjs/core';
import type { ReactElement } from 'react';
import { Link, type LinkProps } from 'react-router-dom';

interface LinkButtonProps extends Pick<LinkProps, 'to' | 'state'> {
  icon?: ReactElement;
  children: string;
}

/** A link styled as a button. */
export function LinkButton({ icon, children, ...link }: LinkButtonProps) {
  return (
    <Link {...link} className={Classes.BUTTON}>
      {icon}
      <span>{children}</span>
    </Link>
  );
}
