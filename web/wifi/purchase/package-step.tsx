import { useState } from 'react';
import { ChoiceCard, ChoiceCards } from '../../light/choice-cards.tsx';
import { Actions, Button } from '../../light/controls.tsx';
import { sspText, usdText } from '../../light/values.ts';
import type { WifiPackage } from '../types.ts';
import './packages.css';
import { PurchaseStep } from './purchase-step.tsx';

function About({ one }: { one: WifiPackage }) {
  return (
    <>
      <span className="card-name">
        {one.name}
        {one.popular && <span className="popular">Popular</span>}
      </span>
      <span className="price">
        <strong>{usdText(one.priceUSD)}</strong>
        <span className="quiet">{sspText(one.priceSSP)}</span>
      </span>
      <span className="about" id={`about-${one.id}`}>
        <span>{`${one.duration} · ${one.data} · ${one.speed}`}</span>
        <span className="quiet">{one.description}</span>
      </span>
    </>
  );
}

interface PackageStepProps {
  packages: readonly WifiPackage[];
  chosenId: string | undefined;
  onChosen: (id: string) => void;
}

/** Step 1: one of the packages is chosen. */
export function PackageStep({ packages, chosenId, onChosen }: PackageStepProps) {
  const [marked, setMarked] = useState(chosenId);
  const one = packages.find(({ id }) => id === marked);
  return (
    <PurchaseStep step={1}>
      <div className="step">
        <ChoiceCards legend="WiFi packages" isLegendHidden>
          {packages.map((offered) => (
            <ChoiceCard
              key={offered.id}
              name="package"
              value={offered.id}
              checked={offered.id === marked}
              onChange={() => setMarked(offered.id)}
              aria-describedby={`about-${offered.id}`}
            >
              <About one={offered} />
            </ChoiceCard>
          ))}
        </ChoiceCards>
        <Actions>
          <Button look="main" disabled={!one} onClick={() => one && onChosen(one.id)}>
            Continue
          </Button>
        </Actions>
      </div>
    </PurchaseStep>
  );
}
