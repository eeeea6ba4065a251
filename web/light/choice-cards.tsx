import type { ComponentProps, ReactNode } from 'react';
import './choice-cards.css';

interface ChoiceCardsProps {
  legend: string;
  /** For screen readers alone, where a title says it. */
  isLegendHidden?: boolean;
  children: ReactNode;
}

/** Cards of which one is chosen. */
export function ChoiceCards({ legend, isLegendHidden = false, children }: ChoiceCardsProps) {
  return (
    <fieldset className="cards">
      <legend className={isLegendHidden ? 'visually-hidden' : undefined}>{legend}</legend>
      {children}
    </fieldset>
  );
}

/** One of the cards. */
export function ChoiceCard({ children, ...input }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className="card">
      <input type="radio" {...input} />
      {children}
    </label>
  );
}
