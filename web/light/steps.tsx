import type { ReactNode } from 'react';
import './steps.css';

interface StepPanelProps {
  names: readonly string[];
  /** From 1. */
  step: number;
  children: ReactNode;
}

/** A view as one of some steps. */
export function StepPanel({ names, step, children }: StepPanelProps) {
  return (
    <section className="panel" aria-labelledby="step-title">
      <ol className="steps" aria-label="Steps">
        {names.map((name, index) => (
          <li key={name} aria-current={index + 1 === step ? 'step' : undefined}>
            <span className="number">{index + 1}</span>
            <span className="step-name">{name}</span>
          </li>
        ))}
      </ol>
      <h2 tabIndex={-1} id="step-title">
        {names[step - 1]}
      </h2>
      {children}
    </section>
  );
}
