import { PHONE_MESSAGE, parsePhone } from '@nimule/core/kernel/phone';
import { type FormEvent, useState } from 'react';
import { ChoiceCard, ChoiceCards } from '../../light/choice-cards.tsx';
import { Actions, Button } from '../../light/controls.tsx';
import { sspText, usdText } from '../../light/values.ts';
import type { Provider, WifiPackage } from '../types.ts';
import { PurchaseStep } from './purchase-step.tsx';

/** What the visitor has entered, kept while going back and forth. */
export interface Entered {
  /** The id of a provider, or ''. */
  provider: string;
  phone: string;
}

interface PhoneFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Whether the message is shown, and what shows it. */
  isRefused: boolean;
  onRefused: (isRefused: boolean) => void;
}

function PhoneField({ value, onChange, isRefused, onRefused }: PhoneFieldProps) {
  const check = () => onRefused(value.trim() !== '' && !parsePhone(value));
  return (
    <div className="field">
      <label htmlFor="phone">Phone number</label>
      <input
        id="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        placeholder="0921 234 567"
        value={value}
        onChange={({ target }) => {
          onChange(target.value);
          if (parsePhone(target.value)) onRefused(false);
        }}
        onBlur={check}
        onKeyDown={({ key }) => {
          if (key === 'Enter') check();
        }}
        aria-describedby="phone-error phone-hint"
        aria-invalid={isRefused ? true : undefined}
      />
      <p className="quiet" id="phone-hint">
        The number that pays.
      </p>
      <p className="error" id="phone-error" hidden={!isRefused}>
        {PHONE_MESSAGE}
      </p>
    </div>
  );
}

interface PayStepProps {
  providers: readonly Provider[];
  /** What is paid, such as a package with its time. */
  what: string;
  price: Pick<WifiPackage, 'priceSSP' | 'priceUSD'>;
  isBill?: boolean;
  entered: Entered;
  onEntered: (entered: Entered) => void;
  onBack: () => void;
  /** `phone` is +211 and nine digits. */
  onPay: (provider: Provider, phone: string) => void;
}

/** Step 2: provider and telephone number. The button needs both (seeds/002 5). */
export function PayStep({
  providers,
  what,
  price,
  isBill = false,
  entered,
  onEntered,
  onBack,
  onPay,
}: PayStepProps) {
  const [isRefused, setRefused] = useState(false);
  const phone = parsePhone(entered.phone);
  const provider = providers.find(({ id, isAvailable }) => isAvailable && id === entered.provider);
  const pay = (event: FormEvent) => {
    event.preventDefault();
    if (provider && phone) onPay(provider, phone);
  };
  return (
    <PurchaseStep step={2} of={isBill ? 'bill' : 'package'}>
      <form className="step" noValidate onSubmit={pay}>
        <p className="chosen">
          {`${what} · `}
          <strong>{sspText(price.priceSSP)}</strong>
          {` (${usdText(price.priceUSD)})`}
        </p>
        <ChoiceCards legend="Pay with">
          {providers.map((one) => (
            <ChoiceCard
              key={one.id}
              name="provider"
              value={one.id}
              checked={one === provider}
              disabled={!one.isAvailable}
              onChange={() => onEntered({ ...entered, provider: one.id })}
            >
              <span className="card-name">{one.name}</span>
              <span className="quiet">{one.isAvailable ? one.dialCode : 'Not available now'}</span>
            </ChoiceCard>
          ))}
        </ChoiceCards>
        <PhoneField
          value={entered.phone}
          onChange={(value) => onEntered({ ...entered, phone: value })}
          isRefused={isRefused}
          onRefused={setRefused}
        />
        <Actions>
          <Button look="main" type="submit" disabled={!provider || !phone}>
            {`Pay ${sspText(price.priceSSP)}`}
          </Button>
          <Button look="quiet" onClick={onBack}>
            {isBill ? 'Back' : 'Change package'}
          </Button>
        </Actions>
      </form>
    </PurchaseStep>
  );
}
