import type { FormEvent } from 'react';
import { Button } from '../../light/controls.tsx';
import { useStarted } from '../../light/use-started.ts';
import type { Voucher } from './use-voucher.ts';

const MAX_CODE = 100;

/** The field for a voucher's code. */
export function VoucherForm({ box, code, problem, isBusy, type, redeem }: Voucher) {
  const isStarted = useStarted();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    redeem();
  };
  return (
    <form className="panel voucher" noValidate aria-labelledby="voucher-title" onSubmit={submit}>
      <h2 id="voucher-title">Have a voucher?</h2>
      <div className="field">
        <label htmlFor="code">Voucher code</label>
        <div className="beside">
          <input
            id="code"
            ref={box}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={MAX_CODE}
            placeholder="XXXX-XXXX-XXXX"
            aria-describedby="code-error"
            aria-invalid={problem === '' ? undefined : true}
            value={code}
            onChange={({ target }) => type(target.value)}
          />
          {/* Before scripts run the browser would send the form itself, and the code would be lost. */}
          <Button look="main" type="submit" disabled={isBusy || !isStarted}>
            Use voucher
          </Button>
        </div>
        <p className="error" id="code-error" role="alert">
          {problem}
        </p>
      </div>
    </form>
  );
}
