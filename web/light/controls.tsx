import type { ComponentProps, ReactNode } from 'react';
import './controls.css';

interface ButtonProps extends ComponentProps<'button'> {
  look: 'main' | 'quiet' | 'danger';
}

export function Button({ look, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`button ${look}`} {...rest} />;
}

/** Buttons in a row. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className="actions">{children}</div>;
}
